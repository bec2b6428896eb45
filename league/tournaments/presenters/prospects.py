"""Prospects in the last rounds, in words: who has won, who can still win, and what they need."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competition.format import Pairing
from league.competition.prospects import Prospect, Standing, prospects
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import Entrant
from league.tournaments.queries.standings_cache import Sheet

Entrants = Mapping[int, Entrant]

LAST_ROUNDS = 2  # rounds before the end with prospects
MOST_NAMED = 8  # if more can still win, only their number is shown
MOST_RIVALS = 3


@dataclass(frozen=True, slots=True)
class StillOpen:
    """Sentences about the players who can still win, and the number of those who cannot."""

    sentences: tuple[str, ...]
    out: str


def still_open(event: Tournament, sheet: Sheet, entrants: Entrants) -> StillOpen | None:
    """Return the prospects in the last two rounds; None earlier, in seasons and in knockouts. No query."""
    if not event.is_running or event.by_evenings or event.has_bracket or not sheet.is_played:
        return None
    undecided = Counter(entry for table in sheet.history.pairings if not table.decided for entry in table.seats)
    to_draw = range(max(sheet.rounds, default=0) + 1, sheet.rounds_planned + 1)
    left = {one.id: undecided[one.id] + sum(map(one.plays_in, to_draw)) for one in sheet.history.entries}
    if not 0 < max(left.values(), default=0) <= LAST_ROUNDS:
        return None
    legs = max((pairing.legs for pairing in sheet.history.pairings), default=1)
    a_round = sheet.scoring.win(legs)
    standing = Standing(_certain_points(sheet), {entry: a_round * rounds for entry, rounds in left.items()})
    is_last = max(left.values()) == 1 and not to_draw  # only these tables are left, and no player has two
    tables = [pairing for pairing in sheet.history.pairings if not pairing.decided] if is_last else []
    found = prospects(standing, tables, sheet.scoring)
    contenders = [one for one in found if not one.is_out]
    out = len(found) - len(contenders)
    return StillOpen(tuple(_sentences(contenders, entrants)), _out(out))


def _certain_points(sheet: Sheet) -> dict[int, int]:
    """Return all points including byes of the current round, which count at its end."""
    totals = dict(sheet.scores.totals)
    going_on = sheet.history.open_rounds()
    for pairing in sheet.history.pairings:
        if pairing.bye is not None and pairing.round in going_on:
            totals[pairing.seats[0]] += sheet.scoring.bye(pairing)
    return totals


def _sentences(contenders: list[Prospect], entrants: Entrants) -> list[str]:
    if len(contenders) > MOST_NAMED:
        return [_("%(count)d players can still come first.") % {"count": len(contenders)}]
    return [_sentence(one, entrants) for one in contenders]


def _sentence(one: Prospect, entrants: Entrants) -> str:
    words = {"player": entrants[one.entry].name, "place": one.needs, "rivals": _rivals(one, entrants)}
    if one.is_certain:
        return _("%(player)s is certain of 1st place.") % words
    if one.or_draw:
        return _("%(player)s needs at least a tie.") % words
    if one.needs == 1:
        return _("%(player)s needs to win.") % words
    if one.needs:
        return _("%(player)s needs place %(place)d at the table, or better.") % words
    if one.rivals:
        return _("%(player)s needs to win, and %(rivals)s must not win.") % words
    return _("%(player)s can still come first.") % words


def _rivals(one: Prospect, entrants: Entrants) -> str:
    names = [entrants[rival].name for rival in one.rivals]
    if len(names) > MOST_RIVALS:
        return ngettext("%(count)d other", "%(count)d others", len(names)) % {"count": len(names)}
    return get_text_list(names, _("and"))


def _out(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "%(count)d player cannot come first any more.", "%(count)d players cannot come first any more.", count
    ) % {"count": count}
