"""Highland Clans as the house knows it: its name, its options, and the doors to its rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.game import Event, Json, Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.highland_clans.components import COMPONENTS_HASH
from engine.games.highland_clans.conservation import broken_invariant
from engine.games.highland_clans.describe import describe_event
from engine.games.highland_clans.guide import GUIDE
from engine.games.highland_clans.imagine import imagine
from engine.games.highland_clans.schema import view_schema, view_to_json
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.telling import observation_text, sketch
from engine.games.highland_clans.view import ClansView
from engine.games.highland_clans.words import WORDS

UP_TO_THREE, EXACTLY_THREE = "up-to-3", "exactly-3"
NEVER, RANKED = "never", "ranked"


class HighlandClans:
    """The game by Ralf Burkert, also known as Mac Robber."""

    slug = "highland-clans"
    name = "Highland Clans"
    min_seats = 3
    max_seats = 5
    rules_version = "highland-clans/1"
    components_hash = COMPONENTS_HASH
    words: Vocabulary = WORDS
    guide: SearchGuide = GUIDE
    options: tuple[Option, ...] = (
        Option(
            "exchange", "choice", UP_TO_THREE,
            "How many cards a player who does not raid may exchange.",
            (UP_TO_THREE, EXACTLY_THREE),
            "Cards to exchange",
            ("Up to three", "Three or none"),
        ),
        Option(
            "no-green", "choice", NEVER,
            "Whether players without a green token can score for the most or second most green tokens.",
            (NEVER, RANKED),
            "Players without green",
            ("Score nothing for green", "Count as having zero"),
            is_later=True,
        ),
    )  # fmt: skip

    def settle_options(self, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
        """All options in full, defaults filled in. Raises OptionError."""
        return settle_options(self, options)

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> ClansState:
        """A game before its first card. Raises SeatsError or OptionError."""
        check_seats(self, seats)
        settled = self.settle_options(options)
        return ClansState(seats, exactly=settled["exchange"] == EXACTLY_THREE, ranks_zero=settled["no-green"] == RANKED)

    def imagine(self, view: ClansView, rng: Random) -> ClansState:
        """A full state that the seat cannot tell from the true one, made from its view alone."""
        return imagine(view, rng)

    def describe_event(self, state: ClansState | ClansView, event: Event) -> str:
        """A sentence for `event`, about to happen in `state`; of a view it tells no more than that seat knows."""
        return describe_event(state, event)

    def observation_text(self, state: ClansState, event: Event, seat: int | None) -> str | None:
        """What that seat (None: a spectator) sees of an event about to happen; None if it sees nothing of it."""
        return observation_text(state, event, seat)

    def sketch(self, view: ClansView) -> str:
        """The table as text."""
        return sketch(view)

    def view_to_json(self, view: ClansView) -> dict[str, Json]:
        """The view as `view_schema` describes it."""
        return view_to_json(view)

    def view_schema(self) -> dict[str, Json]:
        """A JSON schema of views and, under `$defs`, of moves."""
        return view_schema()

    def broken_invariant(self, state: ClansState) -> str | None:
        """None while every token, card and estate is in exactly one place, else a sentence about one that is not."""
        return broken_invariant(state)


GAME = HighlandClans()
