"""What pages of bots listen to."""

from league.shared.live import announce


def topic_of(public_id: str) -> str:
    """The topic of one uploaded bot; its owner alone is given the token."""
    return f"bot:{public_id}"


def tell(public_id: str) -> None:
    """Say that something became of the bot."""
    announce(topic_of(public_id))
