"""Preview of a new tournament: players, tables, rounds, hours, opponents, and the pairings."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.common.drawing.plots import ScheduledRound
from league.competition.errors import RulesError
from league.competition.format import Entry
from league.competition.formats import format_named
from league.competition.formats.swiss import SWISS
from league.competition.options import Options
from league.competition.scoring import scoring_named
from league.competition.simulation import AttendanceModel, simulate
from league.tournaments.suggested_settings import PAUSE, hours_in_words, length_of, tables_in_words

MOST_DRAWN = 12  # rounds
MOST_SEATS = 240  # players times rounds
MOST_PLAYERS = 100  # paired during the request
EVERYBODY = 100  # per cent of players at the club night
KEPT = 128


@dataclass(frozen=True, slots=True)
class Planned:
    """The choices so far; `minutes` of a round are None for bot matches, `games` are those of a club night."""

    format: str
    options: Options
    players: int
    minutes: int | None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Facts as (label, value), the rounds, what is left out, or why there is no plan."""

    facts: tuple[tuple[str, str], ...] = ()
    rounds: tuple[ScheduledRound, ...] = ()
    note: str = ""
    fault: str = ""


def plan_of(planned: Planned) -> Plan:
    """Play the tournament with invented results, as the test run does; large fields only in part."""
    chosen = format_named(planned.format)
    entries = [Entry(number) for number in range(1, planned.players + 1)]
    try:
        rounds = planned.games if chosen.by_evenings else chosen.rounds(entries, planned.options)
    except RulesError:
        rounds = 0
    if planned.players > MOST_PLAYERS:
        return _only_counted(planned, rounds)
    shown = min(rounds or MOST_DRAWN, MOST_DRAWN)
    tried = _tried(planned.format, tuple(sorted(planned.options.items())), planned.players, shown)
    if not tried.rounds:
        return Plan(fault=_("This does not fit the number of players. Change the format or the sizes."))
    rounds = rounds or len(tried.rounds)
    facts = [(_("Players"), str(planned.players)), (_("Tables in round 1"), tables_in_words(tried.rounds[0][0]))]
    facts.append((_("Games in a club night") if chosen.by_evenings else _("Rounds"), str(rounds)))
    if planned.minutes:
        facts.append((_("Duration"), hours_in_words(length_of(rounds, planned.minutes))))
    is_whole = len(tried.rounds) >= rounds
    if is_whole and not chosen.by_evenings:
        facts.append((_("Opponents of each player"), _opponents(tried, planned.players - 1)))
    starts = [_clock(at * (planned.minutes + PAUSE)) if planned.minutes else "" for at in range(len(tried.rounds))]
    drawn = (
        ScheduledRound(str(number), sizes, without, start)
        for number, ((sizes, without), start) in enumerate(zip(tried.rounds, starts, strict=True), 1)
    )
    return Plan(tuple(facts), tuple(drawn), "" if is_whole else _partly_shown(len(tried.rounds)))


def _only_counted(planned: Planned, rounds: int) -> Plan:
    facts = [(_("Players"), str(planned.players))]
    if rounds:
        facts.append((_("Rounds"), str(rounds)))
        if planned.minutes:
            facts.append((_("Duration"), hours_in_words(length_of(rounds, planned.minutes))))
    return Plan(tuple(facts), note=_("Rounds are drawn for up to %(count)d players.") % {"count": MOST_PLAYERS})


def _partly_shown(count: int) -> str:
    said = ngettext("The drawing shows the first round.", "The drawing shows the first %(count)d rounds.", count)
    return said % {"count": count}


class _Tried(NamedTuple):
    """Table sizes and players without a table by round; fewest and most opponents of a player."""

    rounds: tuple[tuple[tuple[int, ...], int], ...]
    fewest: int
    most: int


@lru_cache(KEPT)
def _tried(chosen: str, options: tuple[tuple[str, int | str], ...], players: int, rounds: int) -> _Tried:
    if chosen == SWISS.slug:  # its rounds look alike, and pairing them is slow
        met = min(rounds, players - 1)
        return _Tried((((2,) * (players // 2), players % 2),) * rounds, met - players % 2, met)
    entries = [Entry(number) for number in range(1, players + 1)]
    some = min(rounds, max(MOST_SEATS // players, 1))
    attendance = AttendanceModel(1, some, EVERYBODY)
    done = simulate(
        format_named(chosen), entries, dict(options), scoring_named("share"), 1, some, attendance=attendance
    )
    met_by: dict[int, set[int]] = {entry.id: set() for entry in done.entries}
    for pairing in done.pairings:
        for seat in pairing.seats:
            met_by[seat] |= set(pairing.seats) - {seat}
    counts = [len(others) for others in met_by.values()]
    return _Tried(tuple((one.sizes, one.without) for one in done.rounds), min(counts), max(counts))


def _opponents(tried: _Tried, others: int) -> str:
    """Return how many of the others each player meets: "9 to 11 of 11"."""
    words = {"fewest": tried.fewest, "most": tried.most, "others": others}
    if tried.fewest == tried.most:
        return _("%(most)d of %(others)d") % words
    return _("%(fewest)d to %(most)d of %(others)d") % words


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"
