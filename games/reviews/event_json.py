"""How `Review.events` holds the review of an event."""

from typing import Any, Final

from engine.review import EventReview

SCALE: Final = 1000  # chances are stored in thousandths


def to_json(event: EventReview) -> list[Any]:
    """Return the stored form: chances by seat; of a choice also the loss and the best other move. In thousandths."""
    chances = [round(SCALE * chance) for chance in event.chances]
    return [chances] if event.best is None else [chances, round(SCALE * event.loss), list(event.best)]


def from_json(stored: list[Any]) -> EventReview:
    """Return the review of an event."""
    chances, *choice = stored
    shares = tuple(chance / SCALE for chance in chances)
    return EventReview(shares, tuple(choice[1]), choice[0] / SCALE) if choice else EventReview(shares)
