"""What a planned tournament will be like: its plan in words, and a test run with invented results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.registry import game as game_named
from league.common.drawing.schedules import ScheduledRound
from league.competition.errors import RulesError
from league.competition.format import Conditions, Entry, Format
from league.competition.formats import format_named
from league.competition.formats.swiss import SWISS
from league.competition.options import Options
from league.competition.points import needs_decimals
from league.competition.scoring import scoring_named
from league.competition.simulation import AttendanceModel, SimulatedRound, Simulation, simulate
from league.competition.stages import as_knockout
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.errors import error_text
from league.tournaments.format_text import points, rule_text
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import names_in_full
from league.tournaments.queries.history import conditions_of, history_of
from league.tournaments.suggested_settings import (
    PAUSE,
    USUAL_PLAYERS,
    hours_in_words,
    length_of,
    minutes_of,
    tables_in_words,
)

MOST_DRAWN = 12  # rounds
MOST_SEATS = 240  # players times rounds
MOST_PLAYERS = 100  # paired during the request
EVERYBODY = 100  # per cent of players at the club night
PLANS_CACHED = 128
LEADERS = 8  # lines of the standings
EVENINGS, GAMES_AN_EVENING = 6, 2
MOST_SEATS_TESTED = 900  # players times rounds: a few seconds
FEWEST_ROUNDS, MOST_ROUNDS = 3, 15


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
    rounds = planned.games if chosen.by_evenings else _own_rounds(chosen, entries, planned.options)
    if planned.players > MOST_PLAYERS:
        return _plan_without_rounds(planned, rounds)
    shown = min(rounds or MOST_DRAWN, MOST_DRAWN)
    plan = _drawn_rounds(planned.format, tuple(sorted(planned.options.items())), planned.players, shown)
    if not plan.rounds:
        return Plan(fault=_("This does not fit the number of players. Change the format or the sizes."))
    rounds = rounds or len(plan.rounds)
    facts = [(_("Players"), str(planned.players)), (_("Tables in round 1"), tables_in_words(plan.rounds[0][0]))]
    facts.append((_("Games in a club night") if chosen.by_evenings else _("Rounds"), str(rounds)))
    if planned.minutes:
        facts.append((_("Duration"), hours_in_words(length_of(rounds, planned.minutes))))
    is_whole = len(plan.rounds) >= rounds
    if is_whole and not chosen.by_evenings:
        facts.append((_("Opponents of each player"), _opponents(plan, planned.players - 1)))
    drawn = []
    for at, (sizes, without) in enumerate(plan.rounds):
        begins = at * (planned.minutes + PAUSE) if planned.minutes else 0
        start = f"{begins // 60}:{begins % 60:02d}" if planned.minutes else ""
        drawn.append(ScheduledRound(str(at + 1), sizes, without, start))
    shown = len(plan.rounds)
    note = ngettext("The drawing shows the first round.", "The drawing shows the first %(count)d rounds.", shown)
    return Plan(tuple(facts), tuple(drawn), "" if is_whole else note % {"count": shown})


def _plan_without_rounds(planned: Planned, rounds: int) -> Plan:
    facts = [(_("Players"), str(planned.players))]
    if rounds:
        facts.append((_("Rounds"), str(rounds)))
        if planned.minutes:
            facts.append((_("Duration"), hours_in_words(length_of(rounds, planned.minutes))))
    return Plan(
        tuple(facts),
        note=_("This page shows a picture of the rounds only for up to %(count)d players.") % {"count": MOST_PLAYERS},
    )


class _DrawnRounds(NamedTuple):
    """Table sizes and players without a table by round; fewest and most opponents of a player."""

    rounds: tuple[tuple[tuple[int, ...], int], ...]
    fewest: int
    most: int


@lru_cache(PLANS_CACHED)
def _drawn_rounds(chosen: str, options: tuple[tuple[str, int | str], ...], players: int, rounds: int) -> _DrawnRounds:
    if chosen == SWISS.slug:  # its rounds look alike, and pairing them is slow
        met = min(rounds, players - 1)
        return _DrawnRounds((((2,) * (players // 2), players % 2),) * rounds, met - players % 2, met)
    entries = [Entry(number) for number in range(1, players + 1)]
    some = min(rounds, max(MOST_SEATS // players, 1))
    attendance = AttendanceModel(1, some, EVERYBODY)
    run = simulate(format_named(chosen), entries, dict(options), scoring_named("share"), 1, some, attendance=attendance)
    met_by: dict[int, set[int]] = {entry.id: set() for entry in run.entries}
    for pairing in run.pairings:
        for seat in pairing.seats:
            met_by[seat] |= set(pairing.seats) - {seat}
    counts = [len(others) for others in met_by.values()]
    return _DrawnRounds(tuple((played.sizes, played.without) for played in run.rounds), min(counts), max(counts))


def _opponents(plan: _DrawnRounds, others: int) -> str:
    """Return how many of the others each player meets: "9 to 11 of 11"."""
    words = {"fewest": plan.fewest, "most": plan.most, "others": others}
    if plan.fewest == plan.most:
        return _("%(most)d of %(others)d") % words
    return _("%(fewest)d to %(most)d of %(others)d") % words


@dataclass(frozen=True, slots=True)
class RehearsalSettings:
    """The settings of a test run."""

    players: int
    rounds: int | None = None
    late: int = 0
    noshow: int = 0


Bar = tuple[str, int, int]  # a row of a distribution: label, count, and length of its bar, at most 100


@dataclass(frozen=True, slots=True)
class TrialRun:
    """A test run as shown on its page."""

    summary: str
    length: str
    rounds: tuple[tuple[str, str, str], ...]  # name, tables and players without a table, by round
    met: tuple[Bar, ...]
    seats: tuple[Bar, ...]
    rests: tuple[Bar, ...]
    leaders: tuple[tuple[int, str, str], ...]  # place, name and points in the invented standings
    note: str = ""
    fault: str = ""


def suggested_rehearsal(tournament: Tournament) -> RehearsalSettings:
    """Return the default settings: the expected players, or the entries if there are more; the chosen rounds."""
    entered = tournament.entries.count()
    inside = entered if tournament.capacity is None else min(entered, tournament.capacity)
    expected = (
        tournament.expected if tournament.status in {tournament.Status.DRAFT, tournament.Status.REGISTRATION} else None
    )
    fewest = game_named(tournament.game).min_seats
    players = max(inside, expected or 0)
    return RehearsalSettings(
        players if players >= fewest else expected or USUAL_PLAYERS, _chosen(tournament, "rounds", MOST_ROUNDS)
    )


def table_sizes_text(tournament: Tournament) -> str:
    """Return the table sizes of the tournament; "" if its format has only one."""
    options = tournament.format_options
    if "table_size" not in options:
        return ""
    words = {"size": options["table_size"], "smallest": options["smallest"], "largest": options["largest"]}
    return _("Table size: %(size)s, at least %(smallest)s, at most %(largest)s.") % words


def _chosen(tournament: Tournament, option: str, most: int) -> int | None:
    """Return a number from the format's options, at most `most`; None if it is not set."""
    chosen = int(tournament.format_options.get(option) or 0)
    return min(chosen, most) or None


def rehearsal_of(tournament: Tournament, settings: RehearsalSettings) -> TrialRun:
    """Play the tournament with its entries and their arrangements, and invented players up to the number."""
    entered = history_of(tournament.pk).entries[: settings.players]
    made_up = [Entry(number) for number in range(len(entered) + 1, settings.players + 1)]
    names = dict(names_in_full(tournament))
    chosen, field = format_named(tournament.format), [*entered, *made_up]
    conditions = conditions_of(tournament)
    forbidden = tuple(pair for pair in conditions.forbidden if max(pair.one, pair.other) <= settings.players)
    run = simulate(
        chosen,
        field,
        tournament.format_options,
        scoring_named(tournament.scoring),
        tournament.seed,
        _rounds(chosen, field, tournament.format_options, settings),
        late=settings.late,
        noshow=settings.noshow,
        tiebreaks=[tiebreak_named(slug) for slug in tournament.tiebreaks],
        conditions=Conditions(forbidden, scoring=tournament.scoring),
        attendance=AttendanceModel(_evenings(tournament, settings), GAMES_AN_EVENING),
    )
    return _trial_run(tournament, settings, run, names)


def _rounds(chosen: Format, field: Sequence[Entry], options: Options, settings: RehearsalSettings) -> int | None:
    """Return how many rounds are tried; in a large field only the first ones, to keep the page fast."""
    most = min(max(MOST_SEATS_TESTED // settings.players, FEWEST_ROUNDS), MOST_ROUNDS)
    if settings.rounds is not None:
        return min(settings.rounds, most)
    return most if not chosen.by_evenings and _own_rounds(chosen, field, options) > most else None


def _own_rounds(chosen: Format, field: Sequence[Entry], options: Options) -> int:
    try:
        return chosen.rounds(field, options)
    except RulesError:
        return 0  # the simulation shows the error


def _evenings(tournament: Tournament, settings: RehearsalSettings) -> int:
    """Return the season's number of club nights, fewer in a large field."""
    most = max(MOST_SEATS_TESTED // (settings.players * GAMES_AN_EVENING), EVENINGS)
    return _chosen(tournament, "evenings", most) or EVENINGS


def _trial_run(tournament: Tournament, settings: RehearsalSettings, run: Simulation, names: dict[int, str]) -> TrialRun:
    minutes = tournament.round_minutes or minutes_of(game_named(tournament.game))
    by_evenings = tournament.by_evenings
    decimals = needs_decimals(row.points for row in run.standings[:LEADERS])
    has_points = not as_knockout(format_named(tournament.format))  # a knockout ranks by the round reached
    return TrialRun(
        summary=_summary(settings, run, _evenings(tournament, settings) if by_evenings else 0),
        length=""
        if by_evenings or tournament.is_on_the_machine
        else hours_in_words(length_of(len(run.rounds), minutes)),
        rounds=tuple(_round(played) for played in run.rounds),
        met=_counts(run.met, _meetings),
        seats=_counts(run.seats, _spread),
        rests=_counts(run.rests, _rests),
        leaders=tuple(
            (
                row.place,
                names.get(row.entry) or _("Player %(number)d") % {"number": row.entry},
                points(row.points, decimals=decimals) if has_points else "",
            )
            for row in run.standings[:LEADERS]
        ),
        note=_note(tournament, run, settings),
        fault=error_text(run.refusal) if run.refusal else "",
    )


def _note(tournament: Tournament, run: Simulation, settings: RehearsalSettings) -> str:
    """Return why it ends before the wanted number of rounds; "" if it does not."""
    if run.reason is None:
        return ""
    why = rule_text(run.reason.template, run.reason.facts)
    wanted = settings.rounds or int(tournament.format_options.get("rounds") or 0)
    if run.rounds and not tournament.by_evenings and len(run.rounds) < wanted:
        words = {"played": len(run.rounds), "wanted": wanted, "why": why}
        return _("Only %(played)d of %(wanted)d rounds could be paired. %(why)s") % words
    return "" if run.rounds else why


def _summary(settings: RehearsalSettings, run: Simulation, evenings: int) -> str:
    words = {"players": settings.players, "rounds": len(run.rounds), "evenings": evenings}
    if evenings:
        return _("%(evenings)d invented club nights, with %(rounds)d rounds each.") % words
    return (
        ngettext("%(players)d players, %(rounds)d round.", "%(players)d players, %(rounds)d rounds.", len(run.rounds))
        % words
    )


def _round(one: SimulatedRound) -> tuple[str, str, str]:
    name = _("Round %(number)d") % {"number": one.number}
    if one.evening:
        name = _("Club night %(evening)d, round %(number)d") % {"evening": one.evening, "number": one.number}
    without = ngettext("%(count)d without a table", "%(count)d without a table", one.without) % {"count": one.without}
    return name, tables_in_words(one.sizes), without if one.without else ""


def _counts(pairs: tuple[tuple[int, int], ...], words: Callable[[int], str]) -> tuple[Bar, ...]:
    most = max((count for _often, count in pairs), default=1)
    return tuple((words(often), count, round(100 * count / most)) for often, count in pairs)


def _meetings(often: int) -> str:
    if not often:
        return _("pairs that never meet")
    return ngettext("pairs that meet once", "pairs that meet %(often)d times", often) % {"often": often}


def _rests(often: int) -> str:
    if not often:
        return _("players who have a table in every round")
    words = ngettext("players without a table in one round", "players without a table in %(often)d rounds", often)
    return words % {"often": often}


def _spread(difference: int) -> str:
    if not difference:
        return _("players who had every seat equally often")
    return ngettext(
        "players with one game more in one seat than in another",
        "players with %(difference)d games more in one seat than in another",
        difference,
    ) % {"difference": difference}
