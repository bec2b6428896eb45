"""What somebody at the desk wishes to be other in a round: read from a form's words, applied to tables as values.

`who` and `to` are what the page's buttons send: somebody is chosen first, then where to. `entry:7` is somebody (as a
place: theirs, for theirs), `table:3` a table, `table:new` one more, `bye:half` a bye, `out` no place at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.rules.formats.format import Bye
from league.tournaments.arranging import Tables, exchanged, free_table, moved, swapped, taken_out, with_bye
from league.tournaments.errors import ChangeRefused

MOST = 2_000  # entries and tables that an event can have
SWAPPED = gettext_noop("%(player)s and %(player_other)s swap seats.")
MOVED = gettext_noop("%(player)s moves to table %(table)d.")
TAKEN_OUT = gettext_noop("%(player)s is removed from the round.")
EXCHANGED = gettext_noop("Tables %(table)d and %(table_other)d swap numbers.")
BYES = {
    Bye.REST: gettext_noop("%(player)s gets a bye."),
    Bye.FULL: gettext_noop("%(player)s gets a full-point bye."),
    Bye.HALF: gettext_noop("%(player)s gets a half-point bye."),
    Bye.ZERO: gettext_noop("%(player)s gets a zero-point bye."),
}


@dataclass(frozen=True, slots=True)
class Said:
    """What was done, as an English sentence and the numbers that fill it; `player...` are numbers of entries."""

    template: str
    facts: Mapping[str, int] = field(default_factory=dict)


def granted(tables: Tables, who: str, to: str) -> tuple[Tables, Said]:
    """The tables as they are wished to be, and what was done. Raises `ChangeRefused` for words that say nothing."""
    kind, number = _read(who)
    place, where = to.partition(":")[::2]
    if kind == "table":
        return _exchanged(tables, number, to)
    if kind != "entry":
        raise _unclear()
    if place == "entry":
        return _swapped(tables, number, _read(to)[1])
    if place == "table":
        return _moved(tables, number, free_table(tables) if where == "new" else _read(to)[1])
    if place == "bye" and where in {bye.value for bye in Bye}:
        return with_bye(tables, number, Bye(where)), Said(BYES[Bye(where)], {"player": number})
    if place == "out":
        return taken_out(tables, number), Said(TAKEN_OUT, {"player": number})
    raise _unclear()


def _swapped(tables: Tables, one: int, other: int) -> tuple[Tables, Said]:
    return swapped(tables, one, other), Said(SWAPPED, {"player": one, "player_other": other})


def _moved(tables: Tables, entry: int, table: int) -> tuple[Tables, Said]:
    return moved(tables, entry, table), Said(MOVED, {"player": entry, "table": table})


def _exchanged(tables: Tables, one: int, to: str) -> tuple[Tables, Said]:
    kind, other = _read(to)
    if kind != "table" or one not in {table.table for table in tables if table.bye is None}:
        raise _unclear()
    return exchanged(tables, one, other), Said(EXCHANGED, {"table": one, "table_other": other})


def _read(words: str) -> tuple[str, int]:
    kind, _colon, number = words.partition(":")
    if not (number.isascii() and number.isdecimal() and 0 < int(number[:6]) < MOST):
        raise _unclear()
    return kind, int(number[:6])


def _unclear() -> ChangeRefused:
    return ChangeRefused(_("Choose a player or a table, then the destination."))
