"""King's Kilt: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Rules
from engine.core.options import Option, OptionValue
from engine.games.kings_kilt import schema, text
from engine.games.kings_kilt.components import COMPONENTS_HASH
from engine.games.kings_kilt.heuristics import GUIDE
from engine.games.kings_kilt.imagine import imagine
from engine.games.kings_kilt.notation import WORDS
from engine.games.kings_kilt.state import KiltState

INFLUENCED, VICTIM = "influenced", "victim"
PER_FAMILY_CARD, PER_PYRAMID_CARD = "per-family-card", "per-pyramid-card"


def _first_state(seats: int, options: Mapping[str, OptionValue]) -> KiltState:
    by_victim, per_pyramid = options["matching"] == VICTIM, options["scoring"] == PER_PYRAMID_CARD
    return KiltState(seats, by_victim=by_victim, per_pyramid=per_pyramid)


GAME = Rules(
    slug="kings-kilt",
    name="King's Kilt",
    min_seats=2,
    max_seats=4,
    rules_version="kings-kilt/1",
    components_hash=COMPONENTS_HASH,
    words=WORDS,
    guide=GUIDE,
    options=(
        Option(
            name="matching",
            kind="choice",
            default=INFLUENCED,
            summary="Example: a Bruce betrays the Douglas beside it (the victim). The player discards a Bruce (clan of "
            "the card that betrays) or a Douglas (clan of the victim).",
            choices=(INFLUENCED, VICTIM),
            title="Influence card to discard for a betrayal in rows “d” to “f”",
            words=("Of the clan of the card that betrays", "Of the clan of the victim"),
        ),
        Option(
            name="scoring",
            kind="choice",
            default=PER_FAMILY_CARD,
            summary="Example: two Douglas lie in the Noblemen's row, and a Douglas is in your Family. You get 1 point "
            "if your card scores once, 2 points if it scores once for each card.",
            choices=(PER_FAMILY_CARD, PER_PYRAMID_CARD),
            title="Several cards of a Family clan in one row",
            words=("The Family card scores once", "The Family card scores once for each card of its clan in the row"),
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
