"""Lords of Scotland: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.lords_of_scotland import invariants, schema, text
from engine.games.lords_of_scotland.components import COMPONENTS_HASH
from engine.games.lords_of_scotland.heuristics import GUIDE
from engine.games.lords_of_scotland.imagine import imagine as imagine_state
from engine.games.lords_of_scotland.notation import WORDS
from engine.games.lords_of_scotland.state import LordsState

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
            name="activation",
            kind="choice",
            default=BY_PLAYERS,
            summary="Followers that are already face-up can block the power of a new card. With 2 or "
            "3 players, a Follower "
            "with less strength than the new card blocks it, whatever its clan. With 4 or 5, only a Follower of "
            "the same clan with the same or less strength does.",
            choices=(BY_PLAYERS, STRICT, SAME_CLAN),
            title="What blocks a power",
            words=(
                "2 or 3 players: any clan, less strength. 4 or 5 players: same clan, same or less strength",
                "Any clan, less strength than the new card",
                "Same clan as the new card, same or less strength",
            ),
        ),
    )

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> LordsState:
        """Return the state before the first event. Raise SeatsError or OptionError."""
        check_seats(self, seats)
        settled = settle_options(self, options)
        activation = settled["activation"]
        strict = activation == STRICT or (activation == BY_PLAYERS and seats <= 3)
        return LordsState(seats, strict=strict, bruce=settled["bruce"] is True)

    imagine = staticmethod(imagine_state)
    describe_event = staticmethod(text.describe_event)
    observation_text = staticmethod(text.observation_text)
    sketch = staticmethod(text.sketch)
    view_to_json = staticmethod(schema.view_to_json)
    view_schema = staticmethod(schema.view_schema)
    broken_invariant = staticmethod(invariants.broken_invariant)


GAME = LordsOfScotland()
