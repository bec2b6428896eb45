"""What sharing refuses."""

from league.shared.errors import NotFound


class NoSuchCalendar(NotFound):
    """Nobody's calendar is at this address, or not any more."""

    code = "no-such-calendar"
