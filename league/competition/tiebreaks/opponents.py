"""Tie-breaks that are a mean over opponents: their scores, places and ratings.

They suit tables of several sizes, where opponents differ in number. A bye that the pairing gave is left out of means of
scores: nobody knows what score its dummy opponent should have. FIDE's dummy (the own score, at most that of drawing
always) has less than opponents who are paired by points, and would put players with such a bye lower. For the same
reason a full bye of an opponent counts as a draw, as FIDE C.07, 16.3.2 has it for requested byes. A round that a player
asked to miss, or forfeited, counts as a table of FIDE's dummies, as large as the largest of that round; otherwise it
would pay to miss one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from league.competition.format import Bye
from league.competition.pairing_history import largest_tables
from league.competition.points import POINT
from league.competition.scores import Contribution, Meeting, Scores
from league.competition.tiebreaks.buchholz import OPPONENT, score_term
from league.competition.tiebreaks.tiebreak import NO_OPPONENT, Arithmetic, Term, TieBreak, mean_of, rounded_mean_of

WITH_BYE = {OPPONENT: "Round {round}, the bye of the opponent counts as a tie"}
CUT = "Cut: a player of the table in round {round}"
PLACE = "Place by points of the opponent in round {round}"
RATING = "Rating of the opponent in round {round}"
UNRATED = "Opponent without a rating in round {round}, counted as 1500"
STARTING_RATING = 1500  # the rating of an opponent without one: every rating system of Moothill starts there
PERFORMANCE = "Rating difference in FIDE's table for {percent} % of the points, times {games} games"
# Rating points for scoring 50, 51, ... 100 %; below 50 % the same, negative (FIDE Handbook B.02, 8.1.1).
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip


def summands_by_round(
    entry: int, scores: Scores, term_of: Callable[[Contribution], Term], with_bye: Mapping[str, str]
) -> dict[int, tuple[Term, ...]]:
    """Return one term for each opponent or dummy, by the number of the round.

    `with_bye` has, by template, the one for an opponent one of whose byes counts as a draw.
    """
    largest, surpluses = scores.cached(_largest, frozenset()), scores.cached(_bye_surpluses, frozenset())
    rounds: dict[int, tuple[Term, ...]] = {}
    for part in scores.contributions[entry]:
        if part.opponent is not None:
            surplus = surpluses.get(part.opponent, 0)
            term = term_of(part._replace(score=part.score - surplus))
            met = term._replace(template=with_bye[term.template]) if surplus else term
            rounds[part.round] = (*rounds.get(part.round, ()), met)
        elif part.voluntary:
            dummies = max(largest.get(part.round, 0) - 1, 1)
            rounds[part.round] = (term_of(part),) * dummies
    return rounds


def _bye_surpluses(_tied: object, scores: Scores) -> dict[int, int]:
    """Return by how much the full byes of each entry that had one pay more than draws; nothing in a season."""
    if scores.counting is not None:
        return {}
    byes = {entry: [turn.units for turn in own if turn.bye is Bye.FULL] for entry, own in scores.turns.items()}
    return {entry: sum(units - units // 2 for units in own) for entry, own in byes.items() if own}


def _largest(_tied: object, scores: Scores) -> dict[int, int]:
    return largest_tables(scores.pairings)


def _mean_score(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    rounds = summands_by_round(entry, scores, score_term, WITH_BYE)
    return mean_of([term for terms in rounds.values() for term in terms])


def _mean_score_cut_1(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the mean score without the weakest table, so that every cut is a whole table."""
    rounds = summands_by_round(entry, scores, score_term, WITH_BYE)
    terms = [term for terms in rounds.values() for term in terms]
    if len(rounds) < 2:
        return mean_of(terms)
    voluntary = {part.round for part in scores.contributions[entry] if part.voluntary}

    def key(number: int) -> tuple[bool, float, int]:
        table = rounds[number]
        return number not in voluntary, sum(term.amount for term in table) / len(table), number

    cut = [term._replace(template=CUT, amount=-term.amount) for term in rounds[min(rounds, key=key)]]
    return Arithmetic((*terms, *cut), divisor=len(terms) - len(cut))


def _mean_place(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the mean place by score alone, in hundredths; without opponents the last place."""
    places = scores.places
    terms = tuple(
        Term(PLACE, (("round", meeting.round),), places[meeting.opponent], meeting.opponent)
        for meeting in scores.meetings(entry)
        if not meeting.forfeited
    )
    return mean_of(terms) if terms else Arithmetic((Term(NO_OPPONENT, (), 100 * len(scores.entries)),))


def _mean_rating(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the mean rating of the opponents that were played (10.1)."""
    return rounded_mean_of(_opponent_ratings(_games_of(entry, scores), scores))


def _games_of(entry: int, scores: Scores) -> list[Meeting]:
    """Return every game against every opponent that was played: as often as there were games at the table."""
    played = [meeting for meeting in scores.meetings(entry) if not meeting.forfeited]
    return [meeting for meeting in played for _ in range(meeting.games)]


def _opponent_ratings(games: Sequence[Meeting], scores: Scores) -> list[Term]:
    """Return one term for each of the games: the opponent's rating in whole points."""
    rated = [(game, scores.ratings.get(game.opponent)) for game in games]
    return [
        Term(UNRATED, (("round", game.round),), STARTING_RATING, game.opponent)
        if rating is None
        else Term(RATING, (("round", game.round),), rating, game.opponent)
        for game, rating in rated
    ]


def _performance(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the mean rating of the opponents, plus the difference for the score (FIDE C.07, 10.2; B.02, 8.1)."""
    games = _games_of(entry, scores)
    halves = sum(meeting.halves for meeting in scores.meetings(entry) if not meeting.forfeited)
    added = [_difference(halves, len(games))] if games else []
    return rounded_mean_of(_opponent_ratings(games, scores), added=added)


def _difference(halves: int, games: int) -> Term:
    percent = (100 * halves + games) // (2 * games)
    difference = DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]
    return Term(PERFORMANCE, (("percent", percent), ("games", games)), difference * games)


TIEBREAKS = (
    TieBreak(
        "opponents-mean-score",
        "Average points of opponents",
        "The points of all opponents, divided by the number of opponents.",
        _mean_score,
        POINT,
    ),
    TieBreak(
        "opponents-mean-score-cut-1",
        "Average points of opponents Cut 1",
        "The average points of opponents, without the table whose players have the lowest average.",
        _mean_score_cut_1,
        POINT,
    ),
    TieBreak(
        "opponents-mean-place",
        "Average place of opponents",
        "The average place, by points alone, of the opponents met. Forfeits do not count. Tied players get "
        "the average of the places that they share. Lower is better.",
        _mean_place,
        100,
        lower_is_better=True,
    ),
    TieBreak(
        "average-opponents-rating",
        "Average rating of opponents",
        "The average rating of the opponents met. Forfeits do not count. Ratings are those of Moothill's "
        "leaderboard at the start of the tournament. A player without a rating counts as 1500.",
        _mean_rating,
    ),
    TieBreak(
        "performance-rating",
        "Performance rating",
        "The average rating of opponents, plus the rating difference that a table of FIDE, the chess federation, "
        "gives for the share of points won.",
        _performance,
    ),
)
