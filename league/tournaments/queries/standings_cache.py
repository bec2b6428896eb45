"""The sheet of a tournament: history, standings and crosstable, cached by revision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.competition.format import Conditions, Format, Pairing
from league.competition.formats import format_named
from league.competition.ratings.system import MILLI
from league.competition.scores import Scores, scores_of
from league.competition.scoring import Scoring, scoring_named
from league.competition.season_scoring import counting_of
from league.competition.stages import Stage, as_knockout
from league.competition.standings import Encounters, Explained, Row, crosstable, explain, standings
from league.competition.tiebreaks import tiebreak_named
from league.competition.tiebreaks.tiebreak import TieBreak
from league.ratings.models import RatingStep
from league.ratings.queries import current_ratings
from league.tournaments.models import Tournament
from league.tournaments.queries.history import History, histories_of, history_of, results_count, results_counts

BY_RATINGS = frozenset({"average-opponents-rating", "performance-rating"})
SHEETS_KEPT = 16  # in each process


def ratings_at_start(tournament: Tournament) -> Mapping[int, int]:
    """Return ratings in whole points by entry number, in the tournament's pool. One query.

    Before the start these are current ratings. Results of the tournament itself do not change them.
    """
    found = Subquery(_rated_now(tournament) if tournament.started_at is None else _rated_then(tournament))
    entries = tournament.entries.annotate(who=Coalesce("player__merged_into", "player"))
    rated = entries.annotate(rated=found).exclude(rated=None).values_list("number", "rated")
    return {number: round(value / MILLI) for number, value in rated}


def _rated_now(tournament: Tournament) -> QuerySet[Any, Any]:
    return current_ratings().filter(fold__pool=tournament.pool_id, player=OuterRef("who")).values("value")[:1]


def _rated_then(tournament: Tournament) -> QuerySet[Any, Any]:
    """Return each player's last rating step before the start, found by the index of steps."""
    steps = RatingStep.objects.filter(
        fold__pool=tournament.pool_id,
        fold__system=F("fold__pool__rating_system"),
        player=OuterRef("who"),
        result__played_at__lt=tournament.started_at,
    )
    return steps.order_by("-ordinal").values("after")[:1]


@dataclass(frozen=True, eq=False)
class Sheet:
    """History, standings and crosstable of a tournament. Holds entry numbers, no names or translations."""

    history: History
    format: Format
    scoring: Scoring
    tiebreaks: tuple[TieBreak, ...]
    rounds_planned: int
    scores: Scores
    seed: int

    stages: tuple[Stage, ...] = ()  # brackets and groups of the format, if any
    results: int = 0  # number of ledger rows; identifies its state together with the revision

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The standings, best first; places are 0 before the first result."""
        rows = standings(self.scores, self.tiebreaks, self.seed)
        return rows if self.is_played else tuple(row._replace(place=0) for row in rows)

    @cached_property
    def last_ranked(self) -> int | None:
        """The last entry with a place, if entries without one follow."""
        ranked = [row.entry for row in self.rows if row.is_ranked]
        return ranked[-1] if 0 < len(ranked) < len(self.rows) else None

    @cached_property
    def evenings(self) -> int:
        """The number of the last club night with a result; 0 outside seasons."""
        return max((pairing.evening for pairing in self.scores.pairings), default=0)

    @cached_property
    def crosstable(self) -> Mapping[int, Mapping[int, Encounters]]:
        """The results of each entry against each other."""
        return crosstable(self.scores)

    @cached_property
    def rounds(self) -> Mapping[int, tuple[Pairing, ...]]:
        """The pairings by round."""
        rounds: dict[int, list[Pairing]] = {}
        for pairing in self.history.pairings:
            rounds.setdefault(pairing.round, []).append(pairing)
        return {number: tuple(pairings) for number, pairings in rounds.items()}

    @cached_property
    def legs(self) -> int:
        """The number of published games."""
        return sum(pairing.legs for pairing in self.history.pairings if pairing.bye is None)

    @cached_property
    def legs_decided(self) -> int:
        """The number of games with a result."""
        return sum(len(pairing.results) for pairing in self.history.pairings)

    @property
    def is_played(self) -> bool:
        """Whether any game has a result."""
        return self.legs_decided > 0

    def points_at(self, pairing: Pairing) -> Mapping[int, int]:
        """Return the points of each entry at a decided table, all games together."""
        scores: dict[int, int] = {}
        for paid in self.scoring.paid(pairing):
            for entry, units in zip(paid.seats, paid.units, strict=True):
                scores[entry] = scores.get(entry, 0) + units
        return scores

    def explain(self, entry: int) -> tuple[Explained, ...]:
        """Return the calculation of an entry's tie-breaks."""
        return explain(entry, self.tiebreaks, self.scores, self.seed)


def sheet_of(tournament: Tournament) -> Sheet:
    """Return the present sheet: six queries, or one if nothing has changed since the last call."""
    return _read(tournament, tournament.revision, results_count(tournament.pk))


def key_of(tournament: Tournament, sheet: Sheet) -> tuple[object, ...]:
    """Return a cache key for HTML made from the sheet; names of entrants are not part of it."""
    return (tournament.public_id, tournament.slug, tournament.revision, sheet.results)


def sheets_of(tournaments: Sequence[Tournament]) -> list[Sheet]:
    """Return the sheets of several tournaments, in as many queries as for one."""
    counts = results_counts([tournament.pk for tournament in tournaments])
    state = tuple((tournament.revision, counts[tournament.pk]) for tournament in tournaments)
    return _read_together(tuple(tournaments), state)


@lru_cache(maxsize=SHEETS_KEPT)
def _read_together(tournaments: tuple[Tournament, ...], state: tuple[tuple[int, int], ...]) -> list[Sheet]:
    histories = histories_of([tournament.pk for tournament in tournaments])
    return [
        replace(sheet_from(tournament, histories[tournament.pk]), results=results)
        for tournament, (_revision, results) in zip(tournaments, state, strict=True)
    ]


@lru_cache(maxsize=SHEETS_KEPT)
def _read(tournament: Tournament, revision: int, results: int) -> Sheet:  # noqa: ARG001  (they name the state)
    return replace(sheet_from(tournament, history_of(tournament.pk)), results=results)


def sheet_from(tournament: Tournament, history: History) -> Sheet:
    """Return the sheet of a tournament with this history."""
    chosen = format_named(tournament.format)
    scoring = scoring_named(tournament.scoring)
    options = tournament.format_options
    playable = bool(history.pairings)
    knockout, so_far = as_knockout(chosen), (history.entries, history.pairings, options, tournament.seed)
    conditions = Conditions(scoring=tournament.scoring)
    state = knockout.state(*so_far, conditions) if knockout and playable else None
    rounds = chosen.rounds(history.entries, options) if playable else 0
    tiebreaks = tuple(tiebreak_named(slug) for slug in tournament.tiebreaks)
    return Sheet(
        history=history,
        format=chosen,
        scoring=scoring,
        tiebreaks=tiebreaks,
        rounds_planned=max(rounds, state.upcoming - 1 + state.rounds_left) if state else rounds,
        scores=scores_of(
            history.entries,
            state.counted_pairings if state else history.pairings,
            scoring,
            everyone_meets=chosen.everyone_meets,
            games=chosen.games(history.entries, options) if playable else 0,
            counting=counting_of(chosen, options),
            reached=state.reached if state else None,
            last_round=rounds,
            ratings=ratings_at_start(tournament)
            if any(tiebreak.slug in BY_RATINGS for tiebreak in tiebreaks)
            else None,
        ),
        seed=tournament.seed,
        stages=state.stages if state else (),
    )
