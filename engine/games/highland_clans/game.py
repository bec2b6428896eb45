"""Highland Clans: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Rules
from engine.core.options import Option, OptionValue
from engine.games.highland_clans import schema, text
from engine.games.highland_clans.components import COMPONENTS_HASH
from engine.games.highland_clans.heuristics import GUIDE
from engine.games.highland_clans.imagine import imagine
from engine.games.highland_clans.notation import WORDS
from engine.games.highland_clans.state import ClansState

UP_TO_THREE, EXACTLY_THREE = "up-to-3", "exactly-3"
NEVER, RANKED = "never", "ranked"


def _first_state(seats: int, options: Mapping[str, OptionValue]) -> ClansState:
    exactly, ranks_zero = options["exchange"] == EXACTLY_THREE, options["no-green"] == RANKED
    return ClansState(seats, exactly=exactly, ranks_zero=ranks_zero)


GAME = Rules(
    slug="highland-clans",
    name="Highland Clans",
    min_seats=3,
    max_seats=5,
    rules_version="highland-clans/1",
    components_hash=COMPONENTS_HASH,
    words=WORDS,
    guide=GUIDE,
    options=(
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
            summary="Example: three players have 4, 0 and 0 green tokens. They get 3, 0 and 0 points if players "
            "without green score nothing, 3, 1 and 1 points if they count as having zero.",
            choices=(NEVER, RANKED),
            title="Players without green",
            words=("Score nothing for green", "Count as having zero"),
            is_later=True,
        ),
    ),
    first_state=_first_state,
    imagine=imagine,
    describe_event=text.describe_event,
    observation_text=text.observation_text,
    sketch=text.sketch,
    view_to_json=schema.VIEW.to_json,
    view_schema=schema.VIEW.schema,
)
