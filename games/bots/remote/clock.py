"""The clock of a remote bot in one match: its own time runs while it is connected and has been asked. Pure."""

from typing import Final

BANK: Final = 60.0  # seconds that it may think in a match
AWAY: Final = 60.0  # seconds that it may be away in a match while it is asked
TOGETHER: Final = 120.0  # what all remote seats of one table share of each, so that a match ends well within its task
MOST_LAG: Final = 0.5  # seconds a move that are the network's, as far as its pings show them


class Clock:
    """All instants are Redis' own, in seconds: web and worker may disagree about the time, Redis does not."""

    def __init__(self, remote_seats: int) -> None:
        self.bank = min(BANK, TOGETHER / remote_seats)
        self.most_away = min(AWAY, TOGETHER / remote_seats)
        self.thought = self.away = 0.0
        self.slowest = 0.0
        self._last = 0.0
        self._move = 0.0

    def begin(self, now: float) -> None:
        """A question is put."""
        self._last, self._move = now, 0.0

    def pass_to(self, now: float, *, sent: float | None, is_here: bool) -> None:
        """Count the time since the last look; `sent` is when the question was first written to an open stream."""
        since, self._last = self._last, max(self._last, now)
        if sent is None or not is_here:
            self.away += self._last - since
        else:
            self.away += max(0.0, min(sent, self._last) - since)
            self._move += self._last - max(since, min(sent, self._last))

    def end(self, lag: float) -> None:
        """The question is answered; the network's share is not the bot's."""
        move = max(0.0, self._move - min(lag, MOST_LAG))
        self.thought += move
        self.slowest = max(self.slowest, move)
        self._move = 0.0

    @property
    def left(self) -> float:
        """Seconds that it may still think, without regard to the network."""
        return self.bank - self.thought - self._move

    @property
    def is_used_up(self) -> bool:
        """Whether it has thought for too long, the most that the network may take set aside."""
        return self.left < (-MOST_LAG if self._move else 0.0)

    @property
    def was_away_too_long(self) -> bool:
        """Whether it let the table wait too long."""
        return self.away > self.most_away
