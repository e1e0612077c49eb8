"""`claimgauge bench plans` and `claimgauge bench domains`: what ships."""

import typer

from claimgauge_bench.commands.needed import needed


def plans() -> None:
    """List the plans that ship."""
    with needed():
        from claimgauge_bench.run import load_plan, shipped_plans  # noqa: PLC0415

        for name in shipped_plans():
            plan = load_plan(name).plan
            rows = "profiles, each with every goal of its domain"
            typer.echo(f"{name}  {plan.title}")
            typer.echo(f"    domains {', '.join(plan.domains)}; {len(plan.seeds)} seeds; {plan.profiles} {rows}")
            typer.echo(f"    narrators {', '.join(plan.narrators)}")
            typer.echo(f"    settings {', '.join(plan.settings)}")


def domains() -> None:
    """List the domains that ship."""
    with needed():
        from claimgauge_bench.domains import DOMAINS, domain  # noqa: PLC0415

        for name in DOMAINS:
            found = domain(name)
            typer.echo(f"{name}  contract {found.contract}, goals {', '.join(found.goals)}")
