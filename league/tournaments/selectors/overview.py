"""A tournament in a few lines: what it is, how far it is, who leads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.core import registry
from engine.core.game import Game
from league.competition.early_endings import EndingRule, ending_rule, endings_for
from league.competition.format import Format
from league.competition.format_helpers import HALF_BYES
from league.competition.formats import format_named
from league.competition.options import full_options
from league.competition.scoring import scoring_named
from league.competition.stages import pays_points
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.models import Tournament
from league.tournaments.proposals import hours_in_words
from league.tournaments.selectors.agreed import (
    Rule,
    paid_by_place,
    rules_of_byes,
    rules_of_points,
    rules_of_the_day,
)
from league.tournaments.selectors.season import counted_in_words
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import DASH, ENDINGS, options_in_words
from league.tournaments.sizes import format_name_of

KINDS = {Tournament.Status.RUNNING: "live", Tournament.Status.FINISHED: "done", Tournament.Status.CANCELLED: "wrong"}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is, in rounds and in games."""

    round: int
    rounds: int
    decided: int
    legs: int


class ListRow(NamedTuple):
    """A tournament in a list: kind and words of its state, and what it is in one sentence."""

    event: Tournament
    kind: str
    words: str
    summary: str


def state_of(tournament: Tournament) -> tuple[str, str]:
    """Kind and words for the sign that says where the tournament stands."""
    status = Tournament.Status(tournament.status)
    return KINDS.get(status, "waiting"), str(status.label)


def rows_of(tournaments: Iterable[Tournament]) -> list[ListRow]:
    """Tournaments as a list shows them."""
    return [ListRow(event, *state_of(event), summary_of(event)) for event in tournaments]


def by_phase(tournaments: Iterable[Tournament]) -> list[tuple[str, list[ListRow]]]:
    """The same in three groups, those that are not empty, with a heading each: running, to come, over."""
    rows = rows_of(tournaments)
    phases = (
        (_("Running"), [row for row in rows if row.event.is_running]),
        (_("Upcoming"), [row for row in rows if row.event.takes_entries]),
        (_("Finished"), [row for row in rows if row.event.is_over]),
    )
    return [(title, group) for title, group in phases if group]


def progress_of(sheet: Sheet) -> Progress:
    """Rounds and games so far."""
    latest = max(sheet.rounds, default=0)
    current = min(sheet.history.open_rounds(), default=latest)
    return Progress(current, max(sheet.rounds_planned, latest), sheet.legs_decided, sheet.legs)


def how_far(tournament: Tournament, sheet: Sheet) -> str:
    """In a few words how far it is."""
    progress = progress_of(sheet)
    if tournament.is_running and tournament.by_evenings:
        return _("Round %(round)d") % {"round": progress.round}
    if tournament.is_running:
        return _("Round %(round)d of %(rounds)d") % {"round": progress.round, "rounds": progress.rounds}
    return _("Final standings") if tournament.status == Tournament.Status.FINISHED else state_of(tournament)[1]


def summary_of(tournament: Tournament) -> str:
    """One sentence: game, format and where it is played."""
    bots, people = _("%(game)s, %(format)s, bot matches."), _("%(game)s, %(format)s, in person.")
    game = game_of(tournament)
    name = format_name_of(tournament, game)
    name = (
        name if name.startswith(pgettext("keeps its capital in a sentence", "Swiss")) else name.lower()
    )  # a proper name keeps its capital
    if tournament.format_options.get("cycles") == 2:
        name = _("double %(format)s") % {"format": name}
    return (bots if tournament.is_on_the_machine else people) % {"game": game.name, "format": name}


def rules_of(tournament: Tournament) -> list[Rule]:
    """Everything that was chosen for it, in full."""
    chosen, scoring = format_named(tournament.format), scoring_named(tournament.scoring)
    return [
        *rules_of_the_day(tournament),
        *_rules_of_the_format(tournament, chosen),
        *(Rule(*told) for told in options_in_words(game_of(tournament), tournament.options)),
        *([Rule(_("Scoring"), _(scoring.name), _(scoring.rule))] if pays_points(chosen) else []),
        *rules_of_points(tournament),
        *rules_of_byes(tournament),
        *_rules_of_ties(tournament.tiebreaks),
        *_rules_of_endings(tournament),
    ]


def facts_of(tournament: Tournament, sheet: Sheet) -> list[Rule]:
    """The rules that most people ask for, in a few words each."""
    smallest, largest = sheet.format.table_sizes(tournament.format_options)
    nights = int(tournament.format_options.get("evenings") or 0) if tournament.by_evenings else 0
    facts = [
        (_("Club nights"), str(nights or "")),
        (_("Season points"), counted_in_words(sheet) if tournament.by_evenings else ""),
        (_("Rounds"), str(sheet.rounds_planned or "") if not tournament.by_evenings else ""),
        (_("Table size"), "" if largest == 2 else f"{smallest}{DASH}{largest}" if smallest < largest else str(largest)),
        (_("Round length"), hours_in_words(tournament.round_minutes) if tournament.round_minutes else ""),
        (_("Points"), paid_by_place(sheet.scoring.units(largest)) if pays_points(sheet.format) else ""),
        (_("Tie-breaks"), ", ".join(_(tiebreak.name) for tiebreak in sheet.tiebreaks)),
    ]
    return [Rule(title, name) for title, name in facts if name]


def game_of(tournament: Tournament) -> Game:
    """The game it plays."""
    return registry.game(tournament.game)


def _rules_of_the_format(tournament: Tournament, chosen: Format) -> list[Rule]:
    options = full_options(chosen.name, chosen.options, tournament.format_options)
    own = [
        Rule(_(option.title), _(option.label(options[option.name])), _(option.explanation))
        for option in chosen.options
        if option is not HALF_BYES  # told with the other byes
    ]
    pace = str(Tournament.Pace(tournament.pace).label)
    name = format_name_of(tournament, game_of(tournament))
    return [Rule(_("Format"), name, _(chosen.summary)), *own, Rule(_("Rounds are published"), pace)]


def _rules_of_endings(tournament: Tournament) -> list[Rule]:
    """What a game comes to that ends early; bots play every game to its end."""
    if tournament.is_on_the_machine:
        return []
    rules = [
        (kind, ending_rule(tournament.game, kind, tournament.endings.get(kind, "")))
        for kind in endings_for(tournament.game)
    ]
    return [Rule(*_told(kind, rule)) for kind, rule in rules]


def _told(kind: str, rule: EndingRule) -> tuple[str, str, str]:
    return str(ENDINGS[kind]), _(rule.name), " ".join(_(sentence) for sentence in rule.sentences)


def _rules_of_ties(slugs: Sequence[str]) -> list[Rule]:
    tiebreaks = [tiebreak_named(slug) for slug in slugs]
    return [
        Rule(_("Tie-break %(number)d") % {"number": number}, _(tiebreak.name), _(tiebreak.rule))
        for number, tiebreak in enumerate(tiebreaks, 1)
    ]
