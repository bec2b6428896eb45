"""The view of a bracket: the stage that each player reached, and the columns of matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from league.competition.brackets.progress import Progress
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
from league.competition.format import Reason
from league.competition.stages import Column, Contender, Match, Reached, Stage

BRACKET = "Bracket"
WINNERS = "Winners' bracket"
OTHERS = "Losers' bracket"
FINAL = "Final"  # of single elimination, and the part for the finals of double elimination
SEMI = "Semi-final"
QUARTER = "Quarter-final"
EARLY_ROUND = "Round of {places}"
WINNERS_ROUND = "Winners' round {number}"
WINNERS_FINAL = "Winners' final"
LOSERS_ROUND = "Losers' round {number}"
LOSERS_FINAL = "Losers' final"
GRAND_FINAL = "Grand final"
SECOND_MATCH = "Grand final, second match"
THIRD_PLACE = "Third place"
FOURTH_PLACE = "Fourth place"

WON = "Winner"
STILL_IN = "Still in"
NEVER_IN = "Not in the bracket"
WINNER_OF = "Winner of match {match}"
LOSER_OF = "Loser of match {match}"
IF_NEEDED = "If needed"

_LAST_ROUNDS = (FINAL, SEMI, QUARTER)
_ONE_OF_A_KIND = {GRAND: GRAND_FINAL, RESET: SECOND_MATCH, THIRD: THIRD_PLACE}


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
    sides = ((WINNERS, (MAIN,)), (OTHERS, (LOSERS,)), (FINAL, (GRAND, RESET)))
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
        order=progress.outcome(node.slot),
        goes_on=1 if leads_to else 0,
        leads_to=leads_to,
    )


def _contenders(node: Node, progress: Progress) -> tuple[Contender, ...]:
    seats = progress.seats(node.slot)
    if seats is not None:
        return tuple(Contender(entry) for entry in seats)
    if node.side == RESET:
        return (Contender(source=Reason(IF_NEEDED)), Contender(source=Reason(IF_NEEDED)))
    return tuple(_contender_from(source, progress) for source in node.sources)


def _contender_from(source: Source, progress: Progress) -> Contender:
    """Return the entry from that source, or the match that will tell; neither if nobody can come from it."""
    if isinstance(source, Seed):
        return Contender(progress.seeded[source.number - 1] if source.number <= len(progress.seeded) else None)
    finish = progress.outcome(source.slot)
    if finish is not None:
        return Contender(finish[source.place - 1] if len(finish) >= source.place else None)
    awaited = _contenders(progress.nodes[source.slot], progress)
    possible = [contender for contender in awaited if contender != Contender()]
    if len(possible) < 2:
        return possible[0] if possible and source.place == 1 else Contender()
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
    if left < len(_LAST_ROUNDS):
        return Reason(_LAST_ROUNDS[left])
    return Reason(EARLY_ROUND, (("places", 2 ** (left + 1)),))
