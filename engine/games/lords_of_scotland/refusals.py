"""Why an event is not possible now, as a sentence for the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import Event

if TYPE_CHECKING:
    from engine.games.lords_of_scotland.state import LordsState


def why_illegal(state: LordsState, event: Event) -> str:
    """The seat to move may not do that now."""
    return f"Seat {state.actor + 1} cannot play {event} now."


def why_impossible(state: LordsState, event: Event) -> str:
    """That cannot come up now."""
    return f"{event} cannot come up now."
