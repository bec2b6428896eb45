"""Tie-breaks from a player's own results: direct encounter, wins, seats, scores in the games, running totals, lots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from league.competition.format import Bye, How
from league.competition.points import POINT
from league.competition.scores import Meeting, Scores, SeatResult
from league.competition.seeded_random import SeededRandom
from league.competition.tiebreaks.tiebreak import Arithmetic, Term, TieBreak

MET = "Result in round {round} against a tied player"
ASSURED = "Number of tied players who stay behind in any case: {others}"
WIN = "First place, not shared, in round {round}, game {leg}"
WIN_FROM_SEAT = "Won from seat {seat} in round {round}, game {leg}"
FULL_BYE = "Full-point bye in round {round}"
FIRST_SEAT = "First seat in round {round}, game {leg}"
GAME_SCORE = "Score in round {round}, game {leg}"
MOST_GAMES, OWN_GAMES = "Most games played by a tied player", "Games played"
AFTER = "Points after round {round}"
CUT = "Cut: points after round {round}"
STRONG_OPPONENT = "Points in round {round} against an opponent with at least half of the points"
NUMBER_DRAWN = "Random number (the highest comes first)"


def _direct_encounter(entry: int, tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the score among those who are level (Article 6); if some have not met, only an assured place."""
    if scores.cached(_all_have_met, tied):
        met = _meetings_among(entry, tied, scores)
        return Arithmetic(
            tuple(Term(MET, (("round", meeting.round),), meeting.halves, meeting.opponent) for meeting in met)
        )
    behind = scores.cached(_assured_ranks, tied).get(entry, 0)
    return Arithmetic((Term(ASSURED, (("others", behind),), behind),) if behind else ())


def _meetings_among(entry: int, tied: AbstractSet[int], scores: Scores) -> list[Meeting]:
    """Return the games that count: played ones, and in a round robin forfeits as well (15.3)."""
    return [
        meeting
        for meeting in scores.meetings(entry)
        if meeting.opponent in tied and (scores.everyone_meets or not meeting.forfeited)
    ]


def _all_have_met(tied: AbstractSet[int], scores: Scores) -> bool:
    return all(_missing(tied_entry, tied, scores) == 0 for tied_entry in tied)


def _missing(entry: int, tied: AbstractSet[int], scores: Scores) -> int:
    return len(tied) - 1 - len({meeting.opponent for meeting in _meetings_among(entry, tied, scores)})


def _assured_ranks(tied: AbstractSet[int], scores: Scores) -> Mapping[int, int]:
    """Return, for everybody whose rank is certain, how many of those level stay behind for certain (6.2).

    Players are put ahead one by one, if they have more half points than any of the remaining can still reach.
    """
    points = {
        tied_entry: sum(meeting.halves for meeting in _meetings_among(tied_entry, tied, scores)) for tied_entry in tied
    }
    reach = {tied_entry: points[tied_entry] + 2 * _missing(tied_entry, tied, scores) for tied_entry in tied}
    left, behind = set(tied), dict[int, int]()
    while left:
        ahead = max(sorted(left), key=points.__getitem__)
        left.remove(ahead)
        if any(reach[other] >= points[ahead] for other in left):
            break
        behind[ahead] = len(left)
    return behind


def _of_game(template: str, game: SeatResult, amount: int = 1) -> Term:
    return Term(template, (("round", game.round), ("leg", game.leg)), amount)


def _is_won(game: SeatResult) -> bool:
    return game.place == 1 and game.alone


def _wins(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the wins, with or without playing (7.1): a win by forfeit and a full bye count."""
    wins = [_of_game(WIN, game) for game in scores.seat_results[entry] if _is_won(game)]
    byes = [Term(FULL_BYE, (("round", turn.round),), 1) for turn in scores.turns[entry] if turn.bye is Bye.FULL]
    return Arithmetic((*wins, *byes))


def _games_won(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the games won by playing (7.2)."""
    games = scores.seat_results[entry]
    return Arithmetic(tuple(_of_game(WIN, game) for game in games if _is_won(game) and game.how is not How.FORFEIT))


def _second_seat_wins(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the games won from the second seat, which corresponds to Black (7.4), or any later one."""
    return Arithmetic(
        tuple(
            Term(WIN_FROM_SEAT, (("seat", game.seat + 1), ("round", game.round), ("leg", game.leg)), 1)
            for game in scores.seat_results[entry]
            if game.seat and _is_won(game) and game.how is not How.FORFEIT
        )
    )


def _first_seats(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the games played from the first seat (7.3)."""
    games = (game for game in scores.seat_results[entry] if game.seat == 0 and game.how is not How.FORFEIT)
    return Arithmetic(tuple(_of_game(FIRST_SEAT, game) for game in games))


def _game_points(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the scores in the games, added up."""
    return Arithmetic(tuple(_of_game(GAME_SCORE, game, game.points) for game in scores.seat_results[entry]))


def _games_in_hand(entry: int, tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return how many games fewer the player has than the one with most among those level."""
    played = {
        tied_entry: sum(game.how is not How.FORFEIT for game in scores.seat_results[tied_entry]) for tied_entry in tied
    }
    return Arithmetic((Term(MOST_GAMES, (), max(played.values())), Term(OWN_GAMES, (), -played[entry])))


def _progressive(cut: int) -> Callable[[int, AbstractSet[int], Scores, int], Arithmetic]:
    """Return the sum of the running totals after every round (7.5), without the first rounds (14.1, 14.2)."""

    def explain(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
        paid = dict.fromkeys(range(1, scores.rounds + 1), 0)
        for turn in scores.turns[entry]:
            paid[turn.round] += turn.units
        sums = {number: sum(units for at, units in paid.items() if at <= number) for number in paid}
        terms = [Term(AFTER, (("round", number),), units) for number, units in sums.items()]
        cuts = [Term(CUT, (("round", number),), -units) for number, units in sums.items() if number <= cut]
        return Arithmetic((*terms, *cuts))

    return explain


def _koya(entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int) -> Arithmetic:
    """Return the points taken from opponents who have at least half of the possible points (9.2)."""
    half = scores.cached(_half_of_possible, frozenset())
    win = scores.scoring.stated[0]
    return Arithmetic(
        tuple(
            Term(STRONG_OPPONENT, (("round", meeting.round),), meeting.halves * win // 2, meeting.opponent)
            for meeting in scores.meetings(entry)
            if scores.totals[meeting.opponent] >= half
        )
    )


def _half_of_possible(_tied: AbstractSet[int], scores: Scores) -> int:
    """Return half of what winning every game pays: of all rounds, or in a round robin of the most anybody had."""
    games = max((sum(turn.games for turn in own) for own in scores.turns.values()), default=0)
    if not scores.everyone_meets:
        legs = max((turn.games for own in scores.turns.values() for turn in own), default=0)
        games = max(games, scores.rounds * legs)
    return games * scores.scoring.stated[0] // 2


def _lot(entry: int, _tied: AbstractSet[int], _scores: Scores, seed: int) -> Arithmetic:
    """Return a number for each entry that depends only on the seed and the entry."""
    return Arithmetic((Term(NUMBER_DRAWN, (), SeededRandom(seed, "lot", entry).randrange(1_000_000)),))


TIEBREAKS = (
    TieBreak(
        "direct-encounter",
        "Direct encounter",
        "The results of the tied players against each other: 2 for each win, 1 for each tie.",
        _direct_encounter,
    ),
    TieBreak("wins", "Wins", "First places that are not shared, wins by forfeit and full-point byes.", _wins),
    TieBreak(
        "games-won", "Games won", "Number of first places that are not shared, in games that were played.", _games_won
    ),
    TieBreak(
        "second-seat-wins",
        "Wins from the second seat",
        "Games won from the second seat. At larger tables: from any seat but the first.",
        _second_seat_wins,
    ),
    TieBreak(
        "first-seats",
        "First seats",
        "Number of games played from the first seat. Fewer is better.",
        _first_seats,
        lower_is_better=True,
    ),
    TieBreak(
        "game-points",
        "Score in the games",
        "The player's scores in all games, added up. Rounds not played count as 0.",
        _game_points,
    ),
    TieBreak(
        "games-in-hand",
        "Games in hand",
        "Of players with equal points, the one with fewer games played is ahead. Byes and forfeits do "
        "not count as games.",
        _games_in_hand,
    ),
    TieBreak(
        "progressive", "Progressive score", "The player's points after each round, added up.", _progressive(0), POINT
    ),
    TieBreak(
        "progressive-cut-1",
        "Progressive score Cut 1",
        "The player's points after each round except the first, added up.",
        _progressive(1),
        POINT,
    ),
    TieBreak(
        "progressive-cut-2",
        "Progressive score Cut 2",
        "The player's points after each round except the first two, added up.",
        _progressive(2),
        POINT,
    ),
    TieBreak(
        "koya",
        "Koya",
        "The points against opponents who have at least half of the possible points. For round robins.",
        _koya,
        POINT,
    ),
    TieBreak(
        "lot",
        "Drawing of lots",
        "A random order of all players, drawn once for the tournament. The column shows a player's place among the "
        "players who are still tied: 1 is ahead of 2.",
        _lot,
    ),
)
