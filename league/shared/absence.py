"""Telling that a service of the house is away from a bug: the database or Redis does not answer."""

from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSilent

ABSENCES = (OperationalError, InterfaceError, RedisAway, RedisSilent, BrokerAway)


def is_absence(error: BaseException | None) -> bool:
    """Whether trying again in a few seconds is all there is to do."""
    return isinstance(error, ABSENCES)


def sentence_of_absence() -> str:
    """What those are told who came meanwhile."""
    return _("The database or the message service does not answer. Nothing was lost; try again in a few seconds.")
