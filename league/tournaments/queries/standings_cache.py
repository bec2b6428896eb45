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
from league.ratings.models import Fold, RatingStep
from league.ratings.queries import current_ratings
from league.tournaments.models import Tournament
from league.tournaments.queries.history import History, histories_of, history_of, with_results_count

State = tuple[int | None, ...]
"""The number of ledger rows; where tie-breaks use ratings, also the fold of these and its revision."""

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
    state: State = ()  # what it was made from, together with the revision of the tournament

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
    (state,) = _states_of([tournament])
    return _read(tournament, tournament.revision, state)


def key_of(tournament: Tournament, sheet: Sheet) -> tuple[object, ...]:
    """Return a cache key for HTML made from the sheet; names of entrants are not part of it."""
    return (tournament.public_id, tournament.slug, tournament.revision, *sheet.state)


def sheets_of(tournaments: Sequence[Tournament]) -> list[Sheet]:
    """Return the sheets of several tournaments, in as many queries as for one."""
    states = zip((tournament.revision for tournament in tournaments), _states_of(tournaments), strict=True)
    return _read_together(tuple(tournaments), tuple(states))


def _states_of(tournaments: Sequence[Tournament]) -> list[State]:
    """Return what the sheets are made from, apart from revisions. One query."""
    counted, columns = with_results_count([tournament.pk for tournament in tournaments]), ["rows"]
    if any(map(_uses_ratings, tournaments)):
        folds = Fold.objects.filter(pool=OuterRef("pool"), system=OuterRef("pool__rating_system"))
        counted = counted.annotate(fold=Subquery(folds.values("pk")), folded=Subquery(folds.values("revision")))
        columns += ["fold", "folded"]
    found = {pk: tuple(state) for pk, *state in counted.values_list("pk", *columns)}
    return [found[tournament.pk] for tournament in tournaments]


def _uses_ratings(tournament: Tournament) -> bool:
    return not BY_RATINGS.isdisjoint(tournament.tiebreaks)


@lru_cache(maxsize=SHEETS_KEPT)
def _read_together(tournaments: tuple[Tournament, ...], states: tuple[tuple[int, State], ...]) -> list[Sheet]:
    histories = histories_of([tournament.pk for tournament in tournaments])
    return [
        replace(sheet_from(tournament, histories[tournament.pk]), state=state)
        for tournament, (_revision, state) in zip(tournaments, states, strict=True)
    ]


@lru_cache(maxsize=SHEETS_KEPT)
def _read(tournament: Tournament, revision: int, state: State) -> Sheet:  # noqa: ARG001  (they name the state)
    return replace(sheet_from(tournament, history_of(tournament.pk)), state=state)


def sheet_from(tournament: Tournament, history: History) -> Sheet:
    """Return the sheet of a tournament with this history."""
    chosen, options = format_named(tournament.format), tournament.format_options
    scoring = scoring_named(tournament.scoring)
    playable = bool(history.pairings)
    rounds = chosen.rounds(history.entries, options) if playable else 0
    knockout, so_far = as_knockout(chosen), (history.entries, history.pairings, options, tournament.seed)
    bracket = knockout.state(*so_far, Conditions(scoring=tournament.scoring)) if knockout and playable else None
    scores = scores_of(
        history.entries,
        bracket.counted_pairings if bracket else history.pairings,
        scoring,
        everyone_meets=chosen.everyone_meets,
        games=chosen.games(history.entries, options) if playable else 0,
        counting=counting_of(chosen, options),
        reached=bracket.reached if bracket else None,
        last_round=rounds,
        ratings=ratings_at_start(tournament) if _uses_ratings(tournament) else None,
    )
    return Sheet(
        history=history,
        format=chosen,
        scoring=scoring,
        tiebreaks=tuple(tiebreak_named(slug) for slug in tournament.tiebreaks),
        rounds_planned=max(rounds, bracket.upcoming - 1 + bracket.rounds_left) if bracket else rounds,
        scores=scores,
        seed=tournament.seed,
        stages=bracket.stages if bracket else (),
    )
