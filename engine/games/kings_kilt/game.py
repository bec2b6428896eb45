"""King's Kilt as the house knows it: its name, its options, and the doors to its rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.game import Event, Json, Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.kings_kilt.components import COMPONENTS_HASH
from engine.games.kings_kilt.conservation import broken_invariant
from engine.games.kings_kilt.describe import describe_event
from engine.games.kings_kilt.guide import GUIDE
from engine.games.kings_kilt.imagine import imagine
from engine.games.kings_kilt.schema import view_schema, view_to_json
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.telling import observation_text, sketch
from engine.games.kings_kilt.view import KiltView
from engine.games.kings_kilt.words import WORDS

INFLUENCED, VICTIM = "influenced", "victim"
PER_FAMILY_CARD, PER_PYRAMID_CARD = "per-family-card", "per-pyramid-card"


class KingsKilt:
    """The game by Gordon Hamilton."""

    slug = "kings-kilt"
    name = "King's Kilt"
    min_seats = 2
    max_seats = 4
    rules_version = "kings-kilt/1"
    components_hash = COMPONENTS_HASH
    words: Vocabulary = WORDS
    guide: SearchGuide = GUIDE
    options: tuple[Option, ...] = (
        Option(
            "matching", "choice", INFLUENCED,
            "The victim is the betrayed card. The card that betrays is a neighbour of the victim.",
            (INFLUENCED, VICTIM),
            "Influence card to discard for a betrayal in rows “d” to “f”",
            ("Of the clan of the card that betrays", "Of the clan of the victim"),
        ),
        Option(
            "scoring", "choice", PER_FAMILY_CARD,
            "Example: two Douglas as Noblemen and a Douglas in your Family: once is 1 point, for each card 2 points.",
            (PER_FAMILY_CARD, PER_PYRAMID_CARD),
            "Several cards of a Family clan in one row",
            ("The Family card scores once", "The Family card scores once for each card of its clan in the row"),
        ),
    )  # fmt: skip

    def settle_options(self, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
        """All options in full, defaults filled in. Raises OptionError."""
        return settle_options(self, options)

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> KiltState:
        """A game before its first card. Raises SeatsError or OptionError."""
        check_seats(self, seats)
        settled = self.settle_options(options)
        return KiltState(
            seats, by_victim=settled["matching"] == VICTIM, per_pyramid=settled["scoring"] == PER_PYRAMID_CARD
        )

    def imagine(self, view: KiltView, rng: Random) -> KiltState:
        """A full state that the seat cannot tell from the true one, made from its view alone."""
        return imagine(view, rng)

    def describe_event(self, state: KiltState | KiltView, event: Event) -> str:
        """A sentence for `event`, about to happen in `state`; of a view it tells no more than that seat knows."""
        return describe_event(state, event)

    def observation_text(self, state: KiltState, event: Event, seat: int | None) -> str | None:
        """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
        return observation_text(state, event, seat)

    def sketch(self, view: KiltView) -> str:
        """The table as text."""
        return sketch(view)

    def view_to_json(self, view: KiltView) -> dict[str, Json]:
        """The view as `view_schema` describes it."""
        return view_to_json(view)

    def view_schema(self) -> dict[str, Json]:
        """A JSON schema of views and, under `$defs`, of moves."""
        return view_schema()

    def broken_invariant(self, state: KiltState) -> str | None:
        """None while every card is in exactly one place, else a sentence about the first that is not."""
        return broken_invariant(state)


GAME = KingsKilt()
