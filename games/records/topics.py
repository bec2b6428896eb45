"""What pages of records listen to."""

from league.shared.live import announce


def topic_of(public_id: str) -> str:
    """The topic of one record."""
    return f"record:{public_id}"


def tell(public_id: str) -> None:
    """Say that something became of the record."""
    announce(topic_of(public_id))
