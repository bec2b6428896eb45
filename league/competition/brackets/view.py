"""What people see of a bracket: the next round, how far everybody came, the columns of matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from league.competition.brackets.progress import Progress, Seats
from league.competition.brackets.structure import (
    GRAND,
    LOSERS,
    MAIN,
    RESET,
    THIRD,
    Node,
    Outcome,
    Seed,
    Source,
    Structure,
)
from league.competition.byes import allocated_bye, walkover
from league.competition.format import UNNUMBERED, Bye, Pairing, Reason, seats_in_leg
from league.competition.seeded_random import SeededRandom
from league.competition.stages import Column, Contender, Match, Reached, Stage

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
WINNER_OF, LOSER_OF, BELOW = "Winner of match {match}", "Loser of match {match}", "If needed"

BRACKET, WINNERS, OTHERS, FINALS = "Bracket", "Winners' bracket", "Losers' bracket", "Final"


FINAL, SEMI, QUARTER, LAST = "Final", "Semi-final", "Quarter-final", "Round of {places}"
WINNERS_FINAL, WINNERS_ROUND = "Winners' final", "Winners' round {number}"
LOSERS_FINAL, LOSERS_ROUND = "Losers' final", "Losers' round {number}"
GRAND_FINAL, SECOND_MATCH, THIRD_PLACE = "Grand final", "Grand final, second match", "Third place"
FOURTH_PLACE = "Fourth place"

WON, STILL_IN, NEVER_IN = "Winner", "Still in", "Not in the bracket"
_ONE_OF_A_KIND = {GRAND: GRAND_FINAL, RESET: SECOND_MATCH, THIRD: THIRD_PLACE}


def next_matches(progress: Progress, legs: int, seed: int) -> list[Pairing]:
    """Return the matches that can be made now, free rounds last, without table numbers."""
    firsts = Counter(
        seats_in_leg(pairing.seats, leg)[0]
        for pairing in progress.pairings
        if pairing.bye is None
        for leg in range(1, pairing.legs + 1)
    )
    drawn = [
        _pairing(node, seats, progress, legs, SeededRandom(seed, "seat", node.slot), firsts)
        for node, seats in progress.to_play()
    ]
    return sorted(drawn, key=lambda pairing: pairing.bye is not None)


def _pairing(
    node: Node, seats: Seats, progress: Progress, legs: int, rng: SeededRandom, firsts: Counter[int]
) -> Pairing:
    number = progress.upcoming
    there = [entry for entry in seats if entry is not None]
    if len(there) == 1:
        why = Reason(FREE if isinstance(node.sources[0], Seed) else NOBODY_HERE)
        return allocated_bye(number, there[0], legs, Bye.REST, why, slot=node.slot)
    lead = firsts[there[0]] - firsts[there[1]]
    turned = lead > 0 or (lead == 0 and rng.randrange(2) == 1)
    seated = tuple(there[::-1] if turned else there)
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


def reached(progress: Progress) -> dict[int, Reached]:
    """Return how far every entry came: those still in it first, then by the ends of the bracket."""
    seeded = frozenset(progress.seeded)
    words = [_words_of_end(at, progress) for at in range(len(progress.structure.ends))]
    reached_by: dict[int, Reached] = {}
    for entry in progress.entries:
        if entry not in seeded:
            reached_by[entry] = Reached((len(words),), Reason(NEVER_IN))
        elif entry in progress.ended:
            at = progress.ended[entry]
            reached_by[entry] = Reached((at,), words[at])
        else:
            reached_by[entry] = Reached((-1,), Reason(STILL_IN), is_in=True)
    return reached_by


def _words_of_end(at: int, progress: Progress) -> Reason:
    if at == 0:
        return Reason(WON)
    slot, place = progress.structure.ends[at][-1]
    node = next(node for node in progress.structure.nodes if node.slot == slot)
    if node.side == THIRD and place > 1:
        return Reason(FOURTH_PLACE)
    return name_of(node, progress.structure)


def stages_of(progress: Progress) -> tuple[Stage, ...]:
    """Return the bracket as it is drawn: one part for single elimination, otherwise winners, losers and the final."""
    nodes, seeded = progress.structure.nodes, tuple(progress.seeded)
    if not progress.structure.is_double:
        return (Stage(Reason(BRACKET), _columns(nodes, progress), seeded=seeded),)
    sides = ((WINNERS, (MAIN,)), (OTHERS, (LOSERS,)), (FINALS, (GRAND, RESET)))
    drawn = [
        Stage(Reason(name), _columns([node for node in nodes if node.side in side], progress), seeded=seeded)
        for name, side in sides
    ]
    return tuple(stage for stage in drawn if stage.columns)


def _columns(nodes: Sequence[Node], progress: Progress) -> tuple[Column, ...]:
    def column(node: Node) -> tuple[int, bool]:
        return (node.round or progress.structure.depth, node.side == RESET)

    columns = (list(group) for _key, group in groupby(sorted(nodes, key=column), key=column))
    return tuple(
        Column(name_of(group[0], progress.structure), tuple(_match_view(node, progress) for node in group))
        for group in columns
    )


def _match_view(node: Node, progress: Progress) -> Match:
    leads_to = progress.leads.get(Outcome(node.slot, 1), "")
    return Match(
        slot=node.slot,
        title=None if node.round else name_of(node, progress.structure),
        number=progress.numbers.get(node.slot, 0),
        contenders=_contenders(node, progress),
        pairings=progress.counting(node.slot),
        came=progress.outcome(node.slot),
        goes_on=1 if leads_to else 0,
        leads_to=leads_to,
    )


def _contenders(node: Node, progress: Progress) -> tuple[Contender, ...]:
    seats = progress.seats(node.slot)
    if seats is not None:
        return tuple(Contender(entry) for entry in seats)
    if node.side == RESET:
        return (Contender(source=Reason(BELOW)), Contender(source=Reason(BELOW)))
    return tuple(_contender_from(source, progress) for source in node.sources)


def _contender_from(source: Source, progress: Progress) -> Contender:
    """Return the entry from that source, or the match that will tell; neither if nobody can come from it."""
    if isinstance(source, Seed):
        return Contender(progress.seeded[source.number - 1] if source.number <= len(progress.seeded) else None)
    came = progress.outcome(source.slot)
    if came is not None:
        return Contender(came[source.place - 1] if len(came) >= source.place else None)
    awaited = _contenders(progress.nodes[source.slot], progress)
    there = [entry for entry in awaited if entry != Contender()]
    if len(there) < 2:
        return there[0] if there and source.place == 1 else Contender()
    template = WINNER_OF if source.place == 1 else LOSER_OF
    return Contender(source=Reason(template, (("match", progress.numbers[source.slot]),)))


def name_of(node: Node, structure: Structure) -> Reason:
    """Return the name of a match's round."""
    if node.side in _ONE_OF_A_KIND:
        return Reason(_ONE_OF_A_KIND[node.side])
    if node.side == LOSERS:
        is_last = node.round == 2 * structure.depth - 2
        return Reason(LOSERS_FINAL) if is_last else Reason(LOSERS_ROUND, (("number", node.round),))
    left = structure.depth - node.round
    if structure.is_double:
        return Reason(WINNERS_FINAL) if not left else Reason(WINNERS_ROUND, (("number", node.round),))
    return Reason((FINAL, SEMI, QUARTER)[left]) if left < 3 else Reason(LAST, (("places", 2 << left),))
