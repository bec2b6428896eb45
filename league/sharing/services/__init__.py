"""Every change to what is read elsewhere."""

from league.sharing.services.keys import end_calendar, make_calendar
from league.sharing.services.stamps import states_of

__all__ = ["end_calendar", "make_calendar", "states_of"]
