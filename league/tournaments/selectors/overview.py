"""A tournament in a few lines: what it is, how far it is, who leads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game
from league.rules.formats import format_named
from league.rules.formats.format import Format
from league.rules.scoring import Scoring, scoring_named
from league.rules.tiebreaks import tiebreak_named
from league.tournaments.models import Tournament
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import options_in_words

KINDS = {
    Tournament.Status.RUNNING: "live",
    Tournament.Status.FINISHED: "done",
    Tournament.Status.CANCELLED: "wrong",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that was agreed before the start: what about, what, and in a sentence what that means."""

    title: str
    name: str
    words: str = ""


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
        (_("To come"), [row for row in rows if row.event.takes_entries]),
        (_("Over"), [row for row in rows if row.event.is_over]),
    )
    return [(title, group) for title, group in phases if group]


def progress_of(sheet: Sheet) -> Progress:
    """Rounds and games so far."""
    latest = max(sheet.rounds, default=0)
    current = min(sheet.history.open_rounds(), default=latest)
    return Progress(current, max(sheet.rounds_planned, latest), sheet.legs_decided, sheet.legs)


def summary_of(tournament: Tournament) -> str:
    """One sentence: game, format and where it is played."""
    bots, people = _("%(game)s, %(format)s, bots on the machine."), _("%(game)s, %(format)s, people at tables.")
    name = _(format_named(tournament.format).name).lower()
    if tournament.format_options.get("cycles") == 2:
        name = _("double %(format)s") % {"format": name}
    return (bots if tournament.is_on_the_machine else people) % {"game": game_of(tournament).name, "format": name}


def rules_of(tournament: Tournament) -> list[Rule]:
    """Everything that was chosen for it, in full."""
    chosen, scoring = format_named(tournament.format), scoring_named(tournament.scoring)
    return [
        *_rules_of_the_format(tournament, chosen),
        *_rules_of_the_game(tournament, game_of(tournament)),
        _rule_of_scoring(scoring),
        *_rules_of_ties(tournament.tiebreaks),
    ]


def game_of(tournament: Tournament) -> Game:
    """The game it plays."""
    return registry.game(tournament.game)


def _rules_of_the_format(tournament: Tournament, chosen: Format) -> list[Rule]:
    own = [
        Rule(_(option.title), _counted(tournament.format_options[option.name]), _(option.explanation))
        for option in chosen.options
    ]
    pace = str(Tournament.Pace(tournament.pace).label)
    return [Rule(_("Format"), _(chosen.name), _(chosen.summary)), *own, Rule(_("Rounds are published"), pace)]


def _counted(value: object) -> str:
    """A choice of the format as people say it: a number of nought leaves it to the format."""
    return _("as many as it takes") if value == 0 else _(str(value))


def _rules_of_the_game(tournament: Tournament, game: Game) -> list[Rule]:
    return [Rule(*told) for told in options_in_words(game, tournament.options)]


def _rule_of_scoring(scoring: Scoring) -> Rule:
    return Rule(_("Scoring"), _(scoring.name), _(scoring.rule))


def _rules_of_ties(slugs: Sequence[str]) -> list[Rule]:
    tiebreaks = [tiebreak_named(slug) for slug in slugs]
    return [
        Rule(_("Tie-break %(number)d") % {"number": number}, _(tiebreak.name), _(tiebreak.rule))
        for number, tiebreak in enumerate(tiebreaks, 1)
    ]
