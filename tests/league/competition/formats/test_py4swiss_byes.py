"""Rounds in which py4swiss gives the bye to a player with too many points: see README.md in its folder.

Once py4swiss is right about one of them its test fails: then take the file and its line in the guide away.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

FOLDER = Path(__file__).parent / "py4swiss_byes"


class Fault(NamedTuple):
    """Whom py4swiss gives the bye, and the whole round as bbpPairings 5.0.1 and 6.0.0 draw it; 0 is the bye."""

    bye: int
    right: tuple[tuple[int, int], ...]


FAULTS = {
    "1-6-players-round-4": Fault(5, ((3, 5), (6, 2), (4, 0))),
    "2-7-players-round-3": Fault(3, ((3, 5), (6, 7), (1, 0))),
    "3-7-players-round-4": Fault(4, ((2, 3), (4, 5), (1, 6), (7, 0))),
    "4-7-players-round-4": Fault(4, ((6, 2), (4, 3), (1, 7), (5, 0))),
    "5-8-players-round-6": Fault(3, ((6, 3), (2, 8), (7, 1), (5, 0))),
}


def test_every_file_is_tried() -> None:
    assert {file.stem for file in FOLDER.glob("*.trf")} == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_the_bye_goes_to_a_player_with_too_many_points(name: str) -> None:
    report = TrfParser.parse(FOLDER / f"{name}.trf", strict=True)
    points = {player.starting_number: player.points_times_ten for player in report.player_sections}
    drawn = DutchEngine.generate_pairings(report)
    ((bye, _),) = [(pair.white, pair.black) for pair in drawn if not pair.black]
    (fair,) = [one for one, other in FAULTS[name].right if not other]
    assert bye == FAULTS[name].bye
    assert points[bye] > points[fair]


@pytest.mark.parametrize("name", FAULTS)
def test_the_other_round_keeps_every_absolute_rule(name: str) -> None:
    """Those who are there are paired once, nobody meets again, has a second free point or a third same seat (C1-C3)."""
    report = TrfParser.parse(FOLDER / f"{name}.trf", strict=True)
    played = min(len(player.results) for player in report.player_sections)
    here = {player.starting_number for player in report.player_sections if len(player.results) == played}
    right = FAULTS[name].right
    assert sorted(one for pair in right for one in pair if one) == sorted(here)
    for one, other in right:
        past = list(_past(report, one))
        met, letters = [opponent for opponent, _ in past if opponent], [letter for _, letter in past]
        assert other not in met if other else "U" not in letters
        for player, colour in ((one, "w"), (other, "b")):
            colours = [past for _, past in _past(report, player) if past in "wb"] + [colour]
            assert not other or (len(set(colours[-3:])) > 1 or len(colours) < 3)
            assert not other or abs(colours.count("w") - colours.count("b")) <= 2


def _past(report: ParsedTrf, number: int) -> Iterator[tuple[int, str]]:
    """Return everybody that was met, with the colour; of a round without a game 0 and its letter."""
    for player in report.player_sections:
        if player.starting_number == number:
            for one in player.results:
                yield one.id, one.color.value if one.id else one.result.value
