"""Single and double elimination, for two players per match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

from league.competition.brackets.advancement import LEGS, ORDER, TIES
from league.competition.brackets.pairing import next_matches
from league.competition.brackets.progress import Progress
from league.competition.brackets.structure import (
    Structure,
    double,
    field_size,
    is_first_round,
    places_for,
    seeding_order,
    single,
)
from league.competition.brackets.view import reached, stages_of
from league.competition.format import Entry, Pairing
from league.competition.options import Option, Options
from league.competition.stages import Knockout, KnockoutState, Reached, Stage


class BracketState(KnockoutState):
    """A bracket at one moment."""

    format: Elimination

    @cached_property
    def bracket(self) -> Progress:
        """The bracket of the entries that were there when it was drawn; later withdrawals do not change it."""
        first = [pairing for pairing in self.pairings if is_first_round(pairing.slot)]
        drawn = frozenset(entry for pairing in first for entry in pairing.seats)
        seeded = seeding_order(self.entries, str(self.options["order"]), self.seed, self.conditions.forbidden, drawn)
        drawn_places = 2 * len({pairing.slot for pairing in first})  # 0 before the draw
        return Progress(
            structure=self.format.structure(places_for(drawn_places or len(seeded)), self.options),
            seeded=seeded,
            entries=self.by_id,
            pairings=self.pairings,
            upcoming=self.upcoming,
            ties=str(self.options["ties"]),
        )

    @property
    def rounds_left(self) -> int:
        """How many rounds are still to be paired, if no other match is tied."""
        return self.bracket.rounds_left

    def next_pairings(self) -> list[Pairing]:
        """Return the matches that can be played next."""
        return next_matches(self.bracket, self.legs, self.seed)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The bracket."""
        return stages_of(self.bracket)

    @property
    def outdated(self) -> Sequence[tuple[Pairing, tuple[int, ...]]]:
        """Matches whose players have changed."""
        return self.bracket.outdated()

    @property
    def void(self) -> Sequence[Pairing]:
        """Matches that others play again."""
        return self.bracket.void

    @property
    def reached(self) -> Mapping[int, Reached]:
        """How far every entry came."""
        return reached(self.bracket)


class Elimination(Knockout):
    """Base of single and double elimination: a format whose rounds follow from a bracket."""

    state_class = BracketState

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return how many rounds it takes if no match is tied and the final needs no second match."""
        return self.structure(places_for(field_size(entries)), self.chosen(options)).rounds

    @abstractmethod
    def structure(self, size: int, chosen: Options) -> Structure:
        """Return the bracket of so many places, a power of two, with these options."""


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
            name="third",
            title="Third place",
            explanation="The losers of the semi-finals play for third place, or share it.",
            choices=("played", "shared"),
            default="played",
            labels=(("played", "decided in a match"), ("shared", "shared by both")),
        ),
    )

    def structure(self, size: int, chosen: Options) -> Structure:
        """Return a bracket, with or without a match for third place."""
        return single(size, third=chosen["third"] == "played")


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
            name="reset",
            title="Grand final",
            explanation="If the player from the losers' bracket needs two wins, nobody is out after one loss.",
            choices=("twice", "once"),
            default="twice",
            labels=(("twice", "two wins needed from the losers' bracket"), ("once", "one match")),
        ),
    )

    def structure(self, size: int, chosen: Options) -> Structure:
        """Return a winners' and a losers' bracket, and one or two finals."""
        return double(size, reset=chosen["reset"] == "twice")


DOUBLE_ELIMINATION = DoubleElimination()
