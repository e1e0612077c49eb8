"""The command line: parses, calls one workflow function, prints."""


def main() -> None:
    """Run `claimgauge`."""
    from claimgauge.cli.app import run  # noqa: PLC0415  # importing the package must not load the terminal libraries

    run()
