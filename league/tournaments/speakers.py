"""Who speaks at a table: somebody who is signed in, or a phone that took a seat by the table's link."""

from dataclasses import dataclass
from uuid import UUID

from league.members.models import Player
from league.tournaments.models import TableVoice


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody at a table: for which seat they speak, as whom, and by which phone; none for who is signed in."""

    seat: int
    player: Player
    voice: TableVoice | None = None

    @property
    def via(self) -> UUID | None:
        """The link by which they speak."""
        return self.voice.link.via if self.voice else None
