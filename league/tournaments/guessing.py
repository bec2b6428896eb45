"""Limits on trying keys of tables: after many wrong keys, a wrong one is answered "too many", a valid one still opens.

A key is one of 27 to the power of 10. What is counted are keys that do not exist, by address, so that a hall behind one
address may use its links as often as it likes. Without Redis nothing is counted and every table works on: even a
thousand tries a second would meet one of a hundred links once in forty years.
"""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.shared.counting import Tries
from league.tournaments.errors import TooManyGuesses

MOST = 100  # keys that do not exist, from one address
WITHIN = 600  # seconds
_GUESSES = Tries("table-guesses", MOST, WITHIN)


def check_guesses(request: HttpRequest) -> None:
    """Raise `TooManyGuesses` for a wrong key from an address that has tried too many."""
    if _GUESSES.are_used_up(request):
        raise TooManyGuesses(_("Your network has opened too many wrong links. Wait ten minutes, or ask the organiser."))


def count_guess(request: HttpRequest) -> None:
    """Take note of a key that does not exist."""
    _GUESSES.note(request)
