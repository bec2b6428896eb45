"""Keys of tables cannot be found by trying: whoever sends many that never were is told to wait.

A key is one of 27 to the power of 10. What is counted are keys that do not exist, by address, so that a hall behind one
address may use its links as often as it likes. Without Redis nothing is counted and every table works on: even a
thousand tries a second would meet one of a hundred links once in forty years.
"""

from ipaddress import IPv6Address, ip_address

import structlog
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.shared.broker import RedisError, broker
from league.tournaments.errors import TooManyGuesses

log = structlog.get_logger(__name__)

MOST = 100  # keys that do not exist, from one address
WITHIN = 600  # seconds


def check_guesses(request: HttpRequest) -> None:
    """Raise `TooManyGuesses` for an address that has tried too many keys."""
    try:
        tried = broker().get(_count_of(request))
    except RedisError as error:
        log.warning("tries of table keys are not counted", cause=str(error))
        return
    if int(tried or 0) >= MOST:
        raise TooManyGuesses(_("Too many wrong links came from where you are. Wait ten minutes, or ask the organiser."))


def count_guess(request: HttpRequest) -> None:
    """Take note of a key that does not exist."""
    key = _count_of(request)
    try:
        with broker().pipeline() as asked:
            asked.set(key, 0, ex=WITHIN, nx=True)
            asked.incr(key)
            asked.execute()
    except RedisError as error:
        log.warning("tries of table keys are not counted", cause=str(error))


def _count_of(request: HttpRequest) -> str:
    return f"moothill:table-guesses:{_neighbourhood(request.META.get('REMOTE_ADDR', ''))}"


def _neighbourhood(address: str) -> str:
    """The address; of the newer kind its first half, for a house has all of the second."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else str(parsed)
