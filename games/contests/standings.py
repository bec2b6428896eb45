"""The order of a contest: by the mean score of a game, those who scored the same sharing their place. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from games.ladder.stats import Game, Share, overall


class Standing(NamedTuple):
    """A player's place, counted from 1; None before the first game of theirs that is told."""

    player: int
    place: int | None
    share: Share | None


def standings(games: Iterable[Game], players: Collection[int]) -> list[Standing]:
    """Everybody, the best first. A score is the share of the table left behind, so it says the same at any table."""
    shares = {player: share for player, share in overall(games).items() if player in players}
    ordered = sorted(shares, key=lambda player: -_score(shares[player]))
    found, place = [], 0
    for number, player in enumerate(ordered):
        if not number or _score(shares[player]) != _score(shares[ordered[number - 1]]):
            place = number + 1
        found.append(Standing(player, place, shares[player]))
    return found + [Standing(player, None, None) for player in players if player not in shares]


def _score(share: Share) -> float:
    return round(share.mean, 9)
