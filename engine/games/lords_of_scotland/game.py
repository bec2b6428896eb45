"""Lords of Scotland as the house knows it: its name, its options, and the doors to its rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.game import Event, Json, Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.lords_of_scotland.components import COMPONENTS_HASH
from engine.games.lords_of_scotland.conservation import broken_invariant
from engine.games.lords_of_scotland.describe import describe_event
from engine.games.lords_of_scotland.guide import GUIDE
from engine.games.lords_of_scotland.imagine import imagine
from engine.games.lords_of_scotland.schema import view_schema, view_to_json
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.telling import observation_text, sketch
from engine.games.lords_of_scotland.view import LordsView
from engine.games.lords_of_scotland.words import WORDS

BY_PLAYERS, STRICT, SAME_CLAN = "by-players", "strict", "same-clan"


class LordsOfScotland:
    """The game by Richard James, in its second edition."""

    slug = "lords-of-scotland"
    name = "Lords of Scotland"
    min_seats = 2
    max_seats = 5
    rules_version = "lords-of-scotland/1"
    components_hash = COMPONENTS_HASH
    words: Vocabulary = WORDS
    guide: SearchGuide = GUIDE
    options: tuple[Option, ...] = (
        Option("bruce", "flag", False, "This option adds the two cards of Clan Bruce to the deck.", title="Clan Bruce"),
        Option(
            "activation", "choice", BY_PLAYERS,
            "Followers that are already face-up can block the power of a new card. With 2 or 3 players, a Follower "
            "with less strength than the new card blocks it, whatever its clan. With 4 or 5, only a Follower of "
            "the same clan with the same or less strength does.",
            (BY_PLAYERS, STRICT, SAME_CLAN),
            "What blocks a power",
            (
                "With 2 or 3 players a lower Follower of any clan, with 4 or 5 one of its own clan",
                "A lower Follower of any clan",
                "A Follower of its own clan with the same or less strength",
            ),
        ),
    )  # fmt: skip

    def settle_options(self, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
        """All options in full, defaults filled in. Raises OptionError."""
        return settle_options(self, options)

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> LordsState:
        """A game before its first card. Raises SeatsError or OptionError."""
        check_seats(self, seats)
        settled = self.settle_options(options)
        activation = settled["activation"]
        strict = activation == STRICT or (activation == BY_PLAYERS and seats <= 3)
        return LordsState(seats, strict=strict, bruce=settled["bruce"] is True)

    def imagine(self, view: LordsView, rng: Random) -> LordsState:
        """A full state that the seat cannot tell from the true one, made from its view alone."""
        return imagine(view, rng)

    def describe_event(self, state: LordsState | LordsView, event: Event) -> str:
        """A sentence for `event`, about to happen in `state`; of a view it tells no more than that seat knows."""
        return describe_event(state, event)

    def observation_text(self, state: LordsState, event: Event, seat: int | None) -> str | None:
        """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
        return observation_text(state, event, seat)

    def sketch(self, view: LordsView) -> str:
        """The table as text."""
        return sketch(view)

    def view_to_json(self, view: LordsView) -> dict[str, Json]:
        """The view as `view_schema` describes it."""
        return view_to_json(view)

    def view_schema(self) -> dict[str, Json]:
        """A JSON schema of views and, under `$defs`, of moves."""
        return view_schema()

    def broken_invariant(self, state: LordsState) -> str | None:
        """None while every card is in exactly one place, else a sentence about the first that is not."""
        return broken_invariant(state)


GAME = LordsOfScotland()
