"""Screenshots of the report and of the terminal, for a person to look at.

    python docs/screenshots.py [FOLDER]

writes PNG files into FOLDER (build/screenshots unless given): the case page light, dark, narrow and
printed, the overview, and the terminal. Needs Chromium and pdftoppm (Debian: chromium, poppler-utils).
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DARK = "--blink-settings=preferredColorScheme=0"
LIGHT = "--blink-settings=preferredColorScheme=1"
NARROWEST_WINDOW = 500
"""A headless window is not made narrower than this; a narrow page is shown in a frame of its own width."""


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "screenshots"
    missing = [name for name in ("chromium", "pdftoppm") if shutil.which(name) is None]
    if missing:
        sys.exit(f"{' and '.join(missing)} not found; install Debian's packages chromium and poppler-utils")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        pages = Path(room)
        claimgauge("score", EXAMPLES / "supplier-contract.json", "--report", pages / "case.html")
        claimgauge("assess", EXAMPLES / "cards.json", "--report", pages / "many")
        shoot(pages / "case.html", folder / "case-light.png", LIGHT, size=(1100, 3300))
        shoot(pages / "case.html", folder / "case-dark.png", DARK, size=(1100, 3300))
        shoot(framed(pages / "case.html", 390, 5200), folder / "case-narrow.png", LIGHT, size=(NARROWEST_WINDOW, 5200))
        shoot(pages / "many" / "index.html", folder / "overview.png", LIGHT, size=(1100, 1900))
        print_page(pages / "case.html", folder)
        for name, arguments in terminal_runs().items():
            page = pages / f"{name}.html"
            page.write_text(terminal_page(claimgauge(*arguments)), encoding="utf-8")
            shoot(page, folder / f"terminal-{name}.png", LIGHT, size=(1000, 620))
    sys.stdout.write("".join(f"{path}\n" for path in sorted(folder.iterdir())))


def terminal_runs() -> dict[str, tuple[object, ...]]:
    return {
        "verify": ("verify", EXAMPLES / "cards.json"),
        "score": ("score", EXAMPLES / "supplier-contract.json"),
        "rubric": ("rubric", "check", "paper"),
    }


def claimgauge(*arguments: object) -> str:
    """What a terminal shows, escape sequences included."""
    program = Path(sys.executable).with_name("claimgauge")
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "110"}
    done = subprocess.run(  # noqa: S603
        [program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    return done.stdout.decode()


def terminal_page(shown: str) -> str:
    console = Console(record=True, file=io.StringIO(), width=110, force_terminal=True)
    console.print(Text.from_ansi(shown))
    return console.export_html(inline_styles=True)


def framed(page: Path, width: int, height: int) -> Path:
    frame = page.with_name("framed.html")
    frame.write_text(
        f'<body style="margin:0"><iframe src="{page.name}" width="{width}" height="{height}" style="border:0">'
    )
    return frame


def shoot(page: Path, target: Path, *flags: str, size: tuple[int, int]) -> None:
    width, height = size
    chromium(*flags, f"--window-size={width},{height}", f"--screenshot={target}", page.as_uri())


def print_page(page: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as room:
        pdf = Path(room) / "printed.pdf"
        chromium("--no-pdf-header-footer", f"--print-to-pdf={pdf}", page.as_uri())
        subprocess.run(["pdftoppm", "-png", "-r", "70", pdf, folder / "case-printed"], check=True)  # noqa: S603, S607


def chromium(*arguments: str) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = ["chromium", *FLAGS, f"--user-data-dir={profile}", *arguments]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603


if __name__ == "__main__":
    main()
