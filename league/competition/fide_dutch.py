"""The FIDE Dutch system, by py4swiss: pairings for tables of two, and who has the first seat.

py4swiss implements FIDE Handbook C.04.3 in the edition that was in force until 31 January 2026. It knows wins, draws
and losses of one game. Scores of any rule, and of several games a round, are passed to it like accelerations: as points
beyond those of its own results.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any


@dataclass(frozen=True, slots=True)
class PastRound:
    """One round of a player: result, units paid, opponent, and whether on the first seat.

    `opponent` is an index in the list of players; None for a round without a game.
    """

    result: str  # the letter of a tournament report file (`trf`)
    units: int
    opponent: int | None = None
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the initial list: all rounds so far, and whether they play in the next."""

    past: tuple[PastRound, ...]
    plays: bool


class NoPairing(Exception):
    """No pairing of the next round keeps the absolute criteria (C.04.3, C1 to C3) for everybody."""


def dutch_pairs(
    players: Sequence[Player], *, rounds: int, win: int, lot: bool, apart: Collection[tuple[int, int]] = ()
) -> list[tuple[int, ...]]:
    """Return the next round, in the order of the tables: indices in the list two by two, first seat first; a bye is one
    alone.

    `rounds` is the number of all rounds, `win` the units of a won round; with `lot` the first of the list begins on the
    first seat. At least one player has to play. Raise `NoPairing` if there is no pairing.
    """
    if not apart and not any(player.past for player in players):
        return _first_round(players, lot=lot)
    from py4swiss.engines import DutchEngine  # slow to load, and only this format needs it
    from py4swiss.engines.common import PairingError

    try:
        drawn = DutchEngine.generate_pairings(_report(players, rounds, win, lot, apart))
    except PairingError as error:
        raise NoPairing from error
    return [tuple(number - 1 for number in (pair.white, pair.black) if number) for pair in drawn]


def pairs_that_must_meet(
    players: Sequence[Player], *, rounds: int, win: int, lot: bool, apart: Collection[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """Return the pairs of `apart` that have to meet so that everybody has a pairing: as few as possible.

    A matching of greatest weight, in which a pair that is kept apart weighs a little less than any other. Raise
    `NoPairing` if the absolute criteria alone leave none.
    """
    from py4swiss.engines.dutch.player import get_player_infos_from_trf  # slow to load, as above
    from py4swiss.engines.dutch.validity_matcher import ValidityMatcher
    from py4swiss.matching_computer import ComputerDutchValidity

    playing = sorted(get_player_infos_from_trf(_report(players, rounds, win, lot, ())), reverse=True)
    rules = ValidityMatcher(playing, set())
    wishes = {frozenset((one + 1, other + 1)): (one, other) for one, other in apart}
    size = len(playing) + len(playing) % 2
    computer = ComputerDutchValidity(size, size + 1)
    for _ in range(size):
        computer.add_vertex()
    for at, player in enumerate(playing):
        for after, other in enumerate(playing[at + 1 :], start=at + 1):
            if rules.is_allowed_pair(player, other):
                computer.set_edge_weight(at, after, size + (frozenset((player.id, other.id)) not in wishes))
        if size > len(playing) and not player.bye_received:
            computer.set_edge_weight(at, len(playing), size + 1)
    computer.compute_matching()
    matched = computer.get_matching()
    if any(partner == at for at, partner in enumerate(matched)):
        raise NoPairing
    met = {frozenset((playing[at].id, playing[to].id)) for at, to in enumerate(matched) if max(at, to) < len(playing)}
    return frozenset(wishes[pair] for pair in met if pair in wishes)


def _first_round(players: Sequence[Player], *, lot: bool) -> list[tuple[int, ...]]:
    """Pair the upper half of the list with the lower: no search, which in py4swiss takes longest in this round."""
    playing = [place for place, player in enumerate(players) if player.plays]
    half = len(playing) // 2
    pairs = zip(playing[:half], playing[half : 2 * half], strict=True)
    seated = [(one, other) if (one % 2 == 0) == lot else (other, one) for one, other in pairs]
    return [*seated, *((left_over,) for left_over in playing[2 * half :])]


def _report(players: Sequence[Player], rounds: int, win: int, lot: bool, apart: Collection[tuple[int, int]]) -> Any:
    """Return the tournament as py4swiss reads it, without text in between."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    pays = dict.fromkeys(ScoringPointSystem().score_dict, 0)
    pays |= {(ResultToken("1"), colour): win for colour in (ColorToken.WHITE, ColorToken.BLACK)}

    colours = {True: ColorToken.WHITE, False: ColorToken.BLACK}
    sections = [
        PlayerSection(
            code="001",
            starting_number=number,
            rank=number,
            points_times_ten=sum(past_round.units for past_round in player.past),
            results=[
                RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken(past_round.result))
                if past_round.opponent is None
                else RoundResult(
                    id=past_round.opponent + 1,
                    color=colours[past_round.is_first],
                    result=ResultToken(past_round.result),
                )
                for past_round in player.past
            ],
        )
        for number, player in enumerate(players, start=1)
    ]
    x_section = XSection(
        number_of_rounds=rounds,
        zeroed_ids={number for number, player in enumerate(players, start=1) if not player.plays},
        scoring_point_system=ScoringPointSystem(score_dict=pays),
        configuration=XSectionConfiguration(first_round_color=lot),
        accelerations={  # before each round and the next one, the units beyond `win` for every game won
            number: [0, *accumulate(past.units - (win if past.result == "1" else 0) for past in player.past)]
            for number, player in enumerate(players, start=1)
        },
        forbidden_pairs={(one + 1, other + 1) for one, other in apart},
    )
    return ParsedTrf(player_sections=sections, x_section=x_section)
