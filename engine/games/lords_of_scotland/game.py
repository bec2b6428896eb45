"""Lords of Scotland as the house knows it: its name, its options, and the doors to its rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.game import Event, Json, Option, OptionValue, check_seats, settle_options
from engine.games.lords_of_scotland.components import COMPONENTS_HASH
from engine.games.lords_of_scotland.imagine import imagine
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

BY_PLAYERS, STRICT, SAME_CLAN = "by-players", "strict", "same-clan"


class LordsOfScotland:
    """The game by Richard James, in its second edition."""

    slug = "lords-of-scotland"
    name = "Lords of Scotland"
    min_seats = 2
    max_seats = 5
    rules_version = "lords-of-scotland/1"
    components_hash = COMPONENTS_HASH
    options: tuple[Option, ...] = (
        Option("bruce", "flag", False, "The two cards of Clan Bruce are in the deck."),
        Option(
            "activation", "choice", BY_PLAYERS,
            "What keeps a card from being activated: a lower Follower of any clan (strict), one of its own clan that "
            "is not higher (same-clan), or the first with up to three players and the second with more (by-players).",
            (BY_PLAYERS, STRICT, SAME_CLAN),
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


GAME = LordsOfScotland()
