"""A season of evenings as a page shows it: what each evening brought, which are dropped, who stands below the line."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competition.points import needs_decimals
from league.competition.season_scoring import EveningScore, Season
from league.competition.standings import Row
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import filled, points


@dataclass(frozen=True, slots=True)
class EveningOnBoard:
    """One evening of a player: its points, empty for who did not come, and whether they count."""

    number: int
    points: str
    counts: bool
    words: str  # the same in words


@dataclass(frozen=True, slots=True)
class Reckoned:
    """How the points of a season come about, evening by evening."""

    evenings: tuple[EveningOnBoard, ...]
    total: str
    divisor: int
    words: str  # what counts, as it was agreed
    unranked: str  # why there is no place; empty where there is one


def evenings_of(row: Row, evenings: int, *, decimals: bool = False) -> tuple[EveningOnBoard, ...]:
    """All evenings from the first to the last, also those the player missed; none where the event has none."""
    if row.season is None:
        return ()
    came = {one.evening: one for one in row.season.evenings}
    return tuple(_evening(number, came.get(number), decimals) for number in range(1, evenings + 1))


def note_on(row: Row, sheet: Sheet) -> str:
    """What the table says beside a name: why it is below the line, or that it is a guest's."""
    if row.season is not None and row.season.unranked is not None:
        return filled(row.season.unranked.template, row.season.unranked.facts)
    return _("guest") if row.entry in sheet.scores.guests else ""


def reckoned(row: Row, sheet: Sheet) -> Reckoned | None:
    """The arithmetic of a player's points; None where the event has no evenings."""
    season = row.season
    if season is None:
        return None
    decimals = needs_decimals([row.points, *(one.units for one in season.evenings)])
    shown = tuple(_evening(one.evening, one, decimals) for one in season.evenings)
    return Reckoned(
        shown, points(row.points, decimals=decimals), season.divisor, _agreed(sheet, season), note_on(row, sheet)
    )


def _evening(number: int, came: EveningScore | None, decimals: bool) -> EveningOnBoard:
    if came is None:
        return EveningOnBoard(number, "", counts=False, words=_("absent"))
    words = ngettext("%(n)d game", "%(n)d games", came.games)
    if not came.counts:
        words = ngettext("%(n)d game, dropped", "%(n)d games, dropped", came.games)
    return EveningOnBoard(number, points(came.units, decimals=decimals), came.counts, words % {"n": came.games})


def counted_in_words(sheet: Sheet) -> str:
    """Which club nights count, as it was agreed."""
    counting = sheet.scores.counting
    if counting is not None and counting.average:
        return _("All points, divided by the number of games.")
    if counting is None or not counting.best_of:
        return _("All club nights count.")
    best = ngettext("The best club night counts.", "The best %(n)d club nights count.", counting.best_of)
    return best % {"n": counting.best_of}


def _agreed(sheet: Sheet, season: Season) -> str:
    dropped = sum(not one.counts for one in season.evenings)
    more = ngettext("%(n)d is dropped.", "%(n)d are dropped.", dropped) % {"n": dropped}
    return f"{counted_in_words(sheet)} {more}" if dropped else counted_in_words(sheet)
