"""The matches of a bracket that can be played next: who sits where, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from league.competition.brackets.progress import Progress, Seats
from league.competition.brackets.structure import GRAND, LOSERS, MAIN, RESET, THIRD, Node, Seed
from league.competition.byes import allocated_bye, walkover
from league.competition.format import UNNUMBERED, Bye, Pairing, Reason, seats_in_leg
from league.competition.seeded_random import SeededRandom

SEEDED = "Seed {one} meets seed {other}."
CAME_THROUGH = "Both players won their previous match or had a bye."
LOST_ONCE = "Both players have lost one match. The loser of this match is out."
FOR_THIRD = "The losers of the semi-finals play for third place."
OF_BOTH_SIDES = "The winner of the winners' bracket meets the winner of the losers' bracket."
ONCE_MORE = "Both players have now lost one match, so this second match decides."
FREE = "The bracket has more places than players, so the top seeds have a bye in the first round."
NOBODY_HERE = "No opponent reached this match, so the player goes on without playing."
LEVEL = "The match was tied in places and scores, so it is played again."
GONE = "The opponent has withdrawn, so this player wins by forfeit."
EVEN_SEATS = "The player who had the first seat less often gets it. If equal, it is decided at random."

_WHY = {MAIN: CAME_THROUGH, LOSERS: LOST_ONCE, THIRD: FOR_THIRD, GRAND: OF_BOTH_SIDES, RESET: ONCE_MORE}


def next_matches(progress: Progress, legs: int, seed: int) -> list[Pairing]:
    """Return the matches that can be made now, free rounds last, without table numbers."""
    firsts = Counter(
        seats_in_leg(pairing.seats, leg)[0]
        for pairing in progress.pairings
        if pairing.bye is None
        for leg in range(1, pairing.legs + 1)
    )
    matches = [
        _pairing(node, seats, progress, legs, SeededRandom(seed, "seat", node.slot), firsts)
        for node, seats in progress.to_play()
    ]
    return sorted(matches, key=lambda pairing: pairing.bye is not None)


def _pairing(
    node: Node, seats: Seats, progress: Progress, legs: int, rng: SeededRandom, firsts: Counter[int]
) -> Pairing:
    number = progress.upcoming
    players = [entry for entry in seats if entry is not None]
    if len(players) == 1:
        why = Reason(FREE if isinstance(node.sources[0], Seed) else NOBODY_HERE)
        return allocated_bye(number, players[0], legs, Bye.REST, why, slot=node.slot)
    lead = firsts[players[0]] - firsts[players[1]]
    turned = lead > 0 or (lead == 0 and rng.randrange(2) == 1)
    seated = tuple(players[::-1] if turned else players)
    present = [entry for entry in seated if progress.entries[entry].plays_in(number)]
    if len(present) == 1:
        return walkover(number, seated, present[0], legs, Reason(GONE), slot=node.slot)
    reasons = (_reason(node, seated, progress), Reason(EVEN_SEATS))
    return Pairing(number, UNNUMBERED, seated, legs, slot=node.slot, reasons=reasons)


def _reason(node: Node, seated: Sequence[int], progress: Progress) -> Reason:
    if progress.times_played(node.slot):
        return Reason(LEVEL)
    if node.side == MAIN and node.round == 1:
        return Reason(SEEDED, tuple(zip(("one", "other"), (progress.seeds[entry] for entry in seated), strict=True)))
    return Reason(_WHY[node.side])
