"""Lords of Scotland: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Rules
from engine.core.options import Option, OptionValue
from engine.games.lords_of_scotland import schema, text
from engine.games.lords_of_scotland.components import COMPONENTS_HASH
from engine.games.lords_of_scotland.heuristics import GUIDE
from engine.games.lords_of_scotland.imagine import imagine
from engine.games.lords_of_scotland.notation import WORDS
from engine.games.lords_of_scotland.state import LordsState

BY_PLAYERS, STRICT, SAME_CLAN = "by-players", "strict", "same-clan"


def _first_state(seats: int, options: Mapping[str, OptionValue]) -> LordsState:
    activation = options["activation"]
    strict = activation == STRICT or (activation == BY_PLAYERS and seats <= 3)
    return LordsState(seats, strict=strict, bruce=options["bruce"] is True)


GAME = Rules(
    slug="lords-of-scotland",
    name="Lords of Scotland",
    min_seats=2,
    max_seats=5,
    rules_version="lords-of-scotland/1",
    components_hash=COMPONENTS_HASH,
    words=WORDS,
    guide=GUIDE,
    options=(
        Option("bruce", "flag", False, "This option adds the two cards of Clan Bruce to the deck.", title="Clan Bruce"),
        Option(
            name="activation",
            kind="choice",
            default=BY_PLAYERS,
            summary="Followers that are already face-up can block the power of a new card. With 2 or 3 players, a "
            "Follower with less strength than the new card blocks it, whatever its clan. With 4 or 5, only a Follower "
            "of the same clan with the same or less strength does.",
            choices=(BY_PLAYERS, STRICT, SAME_CLAN),
            title="What blocks a power",
            words=(
                "2 or 3 players: any clan, less strength. 4 or 5 players: same clan, same or less strength",
                "Any clan, less strength than the new card",
                "Same clan as the new card, same or less strength",
            ),
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
