"""Commands of other packages: entry points of the group `claimgauge.commands`, loaded when they are called.

The value of an entry point is a `typer.Typer`. Entry points are looked up for a command that is not one of
ours, and for `--help`; so no command of ours waits for another package, or breaks with one.
"""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup

from claimgauge.cli.visible import visible
from claimgauge.errors import ClaimgaugeError, InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "claimgauge.commands"
SHOWN: Final = 120


class Commands(TyperGroup):
    """Our commands, and behind them those of other packages."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every name, ours first."""
        return [*super().list_commands(ctx), *_found(self.commands)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, None where nobody has it; one that cannot be loaded is one that says so."""
        ours = super().get_command(ctx, cmd_name)
        point = None if ours is not None else _found(self.commands).get(cmd_name)
        if point is None:
            return ours
        try:
            return _loaded(point)
        except InputError as error:
            return _note(str(error))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called. Raises InputError for one of another package that cannot be loaded."""
        point = None if not args or args[0] in self.commands else _found(self.commands).get(args[0])
        return super().resolve_command(ctx, args) if point is None else (args[0], _loaded(point), args[1:])


def _found(ours: Mapping[str, object]) -> "dict[str, EntryPoint]":
    """Name → entry point. A name of ours, and one that another package has already, is refused with a warning."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # takes time, and a command of ours never looks

    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        if point.name in ours:
            _warn(point, "claimgauge has a command of that name")
        elif found.setdefault(point.name, point).value != point.value:
            _warn(point, f"{found[point.name].value} has that name already")
    return found


def _loaded(point: "EntryPoint") -> Any:
    """The command of an entry point. Raises InputError where it cannot be loaded, whatever the reason."""
    try:
        value = point.load()
    except ClaimgaugeError as error:
        raise InputError(str(error), source=_called(point)) from error
    except Exception as error:  # another package may do anything while it is loaded
        message = f"cannot be loaded: {type(error).__name__}: {error}; install the package anew, or remove it"
        raise InputError(message, source=_called(point)) from error
    if not isinstance(value, typer.Typer):
        raise InputError(f"is a {type(value).__name__} and no typer.Typer; ask its authors", source=_called(point))
    return typer.main.get_command(value)


def _note(message: str) -> Any:
    """A command that only says why it is none."""
    app = typer.Typer(rich_markup_mode=None)
    app.command(help=visible(message, SHOWN))(lambda: None)
    return typer.main.get_command(app)


def _called(point: "EntryPoint") -> str:
    return f"command {point.name} ({point.value})"


def _warn(point: "EntryPoint", why: str) -> None:
    sys.stderr.write(f"warning: {visible(_called(point), SHOWN)} is left out: {visible(why, SHOWN)}\n")
