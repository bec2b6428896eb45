"""What single and double elimination share as formats: seeding, the next round, how far everybody came."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from league.competition.brackets.advancement import AGAIN, BETTER_SEED
from league.competition.brackets.progress import Progress
from league.competition.brackets.structure import (
    MAIN,
    RESET,
    Seed,
    Structure,
    double,
    places_for,
    seeding_order,
    single,
)
from league.competition.brackets.view import next_matches, reached, stages_of
from league.competition.format import UNCONDITIONAL, Answer, Conditions, Entry, Finished, Pairing, Reason, Round, Wait
from league.competition.format_helpers import check_entries, next_round_number, numbered, with_avoided_reasons
from league.competition.options import Option, Settled, number, settled
from league.competition.pairing_reasons import NOT_DECIDED
from league.competition.stages import Reached, Stage

DECIDED = "All matches of the bracket are finished."

FIRST_ROUND = f"{MAIN}1."

LEGS = Option(
    "legs",
    "Games per match",
    "The players change seats after each game. Each game gives 1 point for 1st down to 0 for last. Most "
    "points from all games win the match; if equal, the highest sum of scores.",
    tuple(range(1, 11)),
    1,
)
ORDER = Option(
    "order",
    "Seeding",
    "The order of the list of players, or at random. You can sort the list by rating or by hand. Top "
    "seeds get the byes.",
    ("list", "lot"),
    "list",
    said=(("list", "order of the list"), ("lot", "at random")),
)
TIES = Option(
    "ties",
    "Tied match",
    "What happens if a match is tied after all its games. Three replays are played at most; then the better seed wins.",
    (AGAIN, BETTER_SEED),
    AGAIN,
    said=((AGAIN, "play again"), (BETTER_SEED, "the better seed wins")),
)


class Elimination(ABC):
    """A bracket as a format."""

    slug: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    everyone_meets = False
    by_evenings = False
    pays_points = False

    @abstractmethod
    def skeleton(self, size: int, options: Settled) -> Structure:
        """The bracket of so many places."""

    def table_sizes(self, _options: Settled, /) -> tuple[int, int]:
        """Always two."""
        return (2, 2)

    def rounds(self, entries: Sequence[Entry], options: Settled) -> int:
        """As many as it takes if no match is level and the final needs no second match."""
        return rounds_of(self.skeleton(places_for(len(seeding_order(entries))), self._chosen(options)))

    def games(self, entries: Sequence[Entry], options: Settled) -> int:
        """What it takes to win, without free rounds."""
        return self.rounds(entries, options)

    def meetings(self, _entries: Sequence[Entry], _options: Settled) -> int:
        """As often as the bracket brings two together."""
        return 3

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """All matches that can be played next. It waits for every result of the round before."""
        chosen = self._chosen(options)
        check_entries([entry for entry in entries if entry.joined <= 1], needed=2)
        if not all(pairing.decided for pairing in pairings):
            return Wait(Reason(NOT_DECIDED))
        progress = self._progress(entries, pairings, chosen, seed, conditions)
        drawn = next_matches(progress, number(chosen, "legs"), seed)
        if not drawn:
            return Finished(Reason(DECIDED))
        return Round(progress.upcoming, numbered(with_avoided_reasons(drawn, conditions), entries))

    def stages(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Stage, ...]:
        """The bracket."""
        return stages_of(self._progress(entries, pairings, self._chosen(options), seed, conditions))

    def outdated(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[tuple[Pairing, tuple[int, ...]], ...]:
        """Matches to which others come by now."""
        return self._progress(entries, pairings, self._chosen(options), seed, conditions).outdated()

    def discounted(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Pairing, ...]:
        """Matches of the bracket that others play again."""
        return self._progress(entries, pairings, self._chosen(options), seed, conditions).void

    def that_count(
        self,
        _entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        _options: Settled,
        _seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Sequence[Pairing]:
        """Return all of them."""
        return pairings

    def reached(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Mapping[int, Reached]:
        """How far everybody came."""
        return reached(self._progress(entries, pairings, self._chosen(options), seed, conditions))

    def _chosen(self, options: Settled) -> dict[str, int | str]:
        return settled(self.name, self.options, options)

    def _progress(
        self, entries: Sequence[Entry], pairings: Sequence[Pairing], chosen: Settled, seed: int, conditions: Conditions
    ) -> Progress:
        seeded = seeding_order(entries, str(chosen["order"]), seed, conditions.forbidden, _entries_drawn(pairings))
        return Progress(
            skeleton=self.skeleton(_size(seeded, pairings), chosen),
            seeded=seeded,
            entries={entry.id: entry for entry in entries},
            pairings=pairings,
            upcoming=next_round_number(pairings),
            ties=str(chosen["ties"]),
        )


def rounds_of(skeleton: Structure) -> int:
    """How many rounds it takes if no match is level and a final needs no second one."""
    waves: dict[str, int] = {}
    for node in skeleton.nodes:
        before = [waves[source.slot] for source in node.sources if not isinstance(source, Seed)]
        waves[node.slot] = 1 + max(before, default=0)
    return max(wave for slot, wave in waves.items() if slot[0] != RESET)


def _size(seeded: Sequence[int], pairings: Sequence[Pairing]) -> int:
    """The places of the bracket: as it was drawn, whoever has left since."""
    drawn = len({pairing.slot for pairing in pairings if pairing.slot.startswith(FIRST_ROUND)})
    return places_for(2 * drawn or len(seeded))


def _entries_drawn(pairings: Sequence[Pairing]) -> frozenset[int]:
    """Who was drawn into the bracket."""
    return frozenset(one for pairing in pairings if pairing.slot.startswith(FIRST_ROUND) for one in pairing.seats)


class SingleElimination(Elimination):
    """A bracket for two at a table; who loses is out."""

    slug = "single-elimination"
    name = "Single elimination"
    summary = (
        "For 2 players per match. A player is out after one loss. The winner of the final wins the tournament. "
        "With 16 players it takes 4 rounds."
    )
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "third",
            "Third place",
            "The losers of the semi-finals play for third place, or share it.",
            ("played", "shared"),
            "played",
            said=(("played", "decided in a match"), ("shared", "shared by both")),
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Structure:
        """The bracket, with a match for third place if that was chosen."""
        return single(size, third=options["third"] == "played")


SINGLE_ELIMINATION = SingleElimination()


class DoubleElimination(Elimination):
    """Two brackets for two at a table: one for those who lost nothing, one for those who lost once."""

    slug = "double-elimination"
    name = "Double elimination"
    summary = (
        "For 2 players per match. A player is out after two losses. After the first loss, a player goes "
        "on in the losers' bracket. The winners of both brackets meet in the grand final. With 16 players "
        "it takes at least 8 rounds."
    )
    options = (
        ORDER,
        LEGS,
        TIES,
        Option(
            "reset",
            "Grand final",
            "If the player from the losers' bracket needs two wins, nobody is out after one loss.",
            ("twice", "once"),
            "twice",
            said=(("twice", "two wins needed from the losers' bracket"), ("once", "one match")),
        ),
    )

    def skeleton(self, size: int, options: Settled) -> Structure:
        """Both brackets and the grand final."""
        return double(size, reset=options["reset"] == "twice")


DOUBLE_ELIMINATION = DoubleElimination()
