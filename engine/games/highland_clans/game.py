"""Highland Clans: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.highland_clans import invariants, schema, text
from engine.games.highland_clans.components import COMPONENTS_HASH
from engine.games.highland_clans.heuristics import GUIDE
from engine.games.highland_clans.imagine import imagine as imagine_state
from engine.games.highland_clans.notation import WORDS
from engine.games.highland_clans.state import ClansState

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
            name="exchange",
            kind="choice",
            default=UP_TO_THREE,
            summary="How many cards a player who does not raid may exchange.",
            choices=(UP_TO_THREE, EXACTLY_THREE),
            title="Cards to exchange",
            words=("Up to three", "Three or none"),
        ),
        Option(
            name="no-green",
            kind="choice",
            default=NEVER,
            summary="Example: three players have 4, 0 and 0 green tokens. They get 3, 0 and 0 points "
            "if players without green "
            "score nothing, 3, 1 and 1 points if they count as having zero.",
            choices=(NEVER, RANKED),
            title="Players without green",
            words=("Score nothing for green", "Count as having zero"),
            is_later=True,
        ),
    )

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> ClansState:
        """Return the state before the first event. Raise SeatsError or OptionError."""
        check_seats(self, seats)
        settled = settle_options(self, options)
        return ClansState(seats, exactly=settled["exchange"] == EXACTLY_THREE, ranks_zero=settled["no-green"] == RANKED)

    imagine = staticmethod(imagine_state)
    describe_event = staticmethod(text.describe_event)
    observation_text = staticmethod(text.observation_text)
    sketch = staticmethod(text.sketch)
    view_to_json = staticmethod(schema.view_to_json)
    view_schema = staticmethod(schema.view_schema)
    broken_invariant = staticmethod(invariants.broken_invariant)


GAME = HighlandClans()
