"""Points at the end of a round, the largest following, raids and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core.game import Outcome, places_by
from engine.core.messages import Message, enumeration, join
from engine.games.highland_clans import messages
from engine.games.highland_clans.components import TOKENS_DRAWN
from engine.games.highland_clans.phases import EMPTY_SACK, TILE_REACHED
from engine.games.highland_clans.view import Combat, Court, Land

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

_MOST_GREEN: Final = 3
_SECOND_GREEN: Final = 2
_SHARED_GREEN: Final = 1
_BONUS_FOR_MOST_RED: Final = 2
_GREEN_OF_ABBEY: Final = 3  # tokens that an abbey is built of
_BLUE_OF_CASTLE: Final = 2


class Gains(NamedTuple):
    """The points of one seat in a round, by colour."""

    green: int
    red: int
    blue: int


def score(state: ClansState) -> None:
    """Give the marker to the largest following, and score the round."""
    state.following = largest_following(state.courts, state.following)
    for seat, gains in enumerate(gains_of(state.courts, state.lands, ranks_zero=state.ranks_zero)):
        state.points[seat] += sum(gains)


def gains_of(courts: Sequence[Court], lands: Sequence[Land], *, ranks_zero: bool) -> list[Gains]:
    """Return by seat what the boards score."""
    boards = list(zip(courts, lands, strict=True))
    greens = [monks + _GREEN_OF_ABBEY * abbeys for (_, _, monks), (_, _, _, abbeys) in boards]
    blues = [pipers + _BLUE_OF_CASTLE * castles for (_, pipers, _), (_, _, castles, _) in boards]
    reds = [cattle for _, cattle, _, _ in lands]
    points = (green_points(greens, ranks_zero=ranks_zero), red_points(reds), blue_points(blues, reds))
    return [Gains(*gains) for gains in zip(*points, strict=True)]


def largest_following(courts: Sequence[Court], holder: int) -> int:
    """Return the seat with most warriors, then with the largest court; in a tie the holder (ruling 14)."""
    keys = [(warriors, warriors + pipers + monks) for warriors, pipers, monks in courts]
    best = max(keys)
    return keys.index(best) if keys.count(best) == 1 else holder


def green_points(greens: Sequence[int], *, ranks_zero: bool) -> list[int]:
    """Return the points for green by seat: 3 for the most and 2 for the second, 1 each where several tie (ruling 15).

    Zero tokens rank like any other number if `ranks_zero`; otherwise a seat without a token scores nothing.
    """
    least = 0 if ranks_zero else 1
    most = max(greens)
    if greens.count(most) > 1:
        return [_SHARED_GREEN if green == most >= least else 0 for green in greens]
    second = max([green for green in greens if green != most], default=0)
    for_second = _SECOND_GREEN if greens.count(second) == 1 else _SHARED_GREEN
    return [_MOST_GREEN if green == most else for_second if green == second >= least else 0 for green in greens]


def red_points(reds: Sequence[int]) -> list[int]:
    """Return 1 for each head of cattle, and 2 more for having most alone (ruling 16)."""
    most = max(reds)
    bonus = _BONUS_FOR_MOST_RED if reds.count(most) == 1 else 0
    return [red + bonus if red == most else red for red in reds]


def blue_points(blues: Sequence[int], reds: Sequence[int]) -> list[int]:
    """Return by how much blue exceeds the largest herd of another seat (ruling 17)."""
    second, first = sorted(reds)[-2:]
    return [max(0, blue - (second if red == first else first)) for blue, red in zip(blues, reds, strict=True)]


def combat_won(combat: Combat) -> int:
    """Return 1 if the attacker wins the combat, -1 if the defender does, 0 if nobody (ruling 8)."""
    card, piper, theirs, their_piper = combat
    attack, defence = card + piper, theirs + their_piper
    return (attack > defence) - (attack < defence)


def verdict(combats: Sequence[Combat]) -> int:
    """Return the combats won by the attacker less those won by the defender (ruling 9)."""
    return sum([combat_won(combat) for combat in combats])


def outcome_of(points: Sequence[int], ending: int, rounds: int, shown: Sequence[int]) -> Outcome:
    """Return the outcome: most points win; ties share a place (ruling 19)."""
    places = places_by(points)
    return Outcome(
        tuple(points), places, join([_ending_message(ending, rounds, shown), _winners_message(points, places)])
    )


def _ending_message(ending: int, rounds: int, shown: Sequence[int]) -> Message:
    if ending == EMPTY_SACK:
        return messages.FEW_TOKENS(count=TOKENS_DRAWN, round=rounds)
    if ending == TILE_REACHED:
        return messages.ESTATE_ENDS(number=shown[-1], round=rounds)
    return messages.NO_ESTATE(round=rounds)


def _winners_message(points: Sequence[int], places: Sequence[int]) -> Message:
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if len(winners) == 1:
        return messages.WINS(winners[0], points=max(points))
    return messages.SHARES(seats=enumeration([str(seat + 1) for seat in winners]), points=max(points))
