"""King's Kilt: its name, its options, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Option, OptionValue, SearchGuide, check_seats, settle_options
from engine.core.vocabulary import Vocabulary
from engine.games.kings_kilt import invariants, schema, text
from engine.games.kings_kilt.components import COMPONENTS_HASH
from engine.games.kings_kilt.heuristics import GUIDE
from engine.games.kings_kilt.imagine import imagine as imagine_state
from engine.games.kings_kilt.notation import WORDS
from engine.games.kings_kilt.state import KiltState

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
            name="matching",
            kind="choice",
            default=INFLUENCED,
            summary="Example: a Bruce betrays the Douglas beside it (the victim). The player "
            "discards a Bruce (clan of the "
            "card that betrays) or a Douglas (clan of the victim).",
            choices=(INFLUENCED, VICTIM),
            title="Influence card to discard for a betrayal in rows “d” to “f”",
            words=("Of the clan of the card that betrays", "Of the clan of the victim"),
        ),
        Option(
            name="scoring",
            kind="choice",
            default=PER_FAMILY_CARD,
            summary="Example: two Douglas lie in the Noblemen's row, and a Douglas is in your "
            "Family. You get 1 point if your "
            "card scores once, 2 points if it scores once for each card.",
            choices=(PER_FAMILY_CARD, PER_PYRAMID_CARD),
            title="Several cards of a Family clan in one row",
            words=("The Family card scores once", "The Family card scores once for each card of its clan in the row"),
        ),
    )

    def start(self, seats: int, options: Mapping[str, OptionValue] | None = None) -> KiltState:
        """Return the state before the first event. Raise SeatsError or OptionError."""
        check_seats(self, seats)
        settled = settle_options(self, options)
        return KiltState(
            seats, by_victim=settled["matching"] == VICTIM, per_pyramid=settled["scoring"] == PER_PYRAMID_CARD
        )

    imagine = staticmethod(imagine_state)
    describe_event = staticmethod(text.describe_event)
    observation_text = staticmethod(text.observation_text)
    sketch = staticmethod(text.sketch)
    view_to_json = staticmethod(schema.view_to_json)
    view_schema = staticmethod(schema.view_schema)
    broken_invariant = staticmethod(invariants.broken_invariant)


GAME = KingsKilt()
