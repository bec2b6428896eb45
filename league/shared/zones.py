"""Time zones: which there are, and how rows keep the name of one."""

import zoneinfo
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@cache
def known_zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(zoneinfo.available_timezones())


def sentence_of_unknown(zone: str) -> str:
    """What whoever names a zone that there is not is told."""
    return _("Unknown time zone “%(zone)s”. Choose one such as Europe/London.") % {"zone": zone}


def proposed_zone() -> str:
    """The time zone that is filled in for new clubs and accounts: one where the reader's language is spoken."""
    return pgettext("time zone to begin with", "Europe/London")


def refuse_unknown(zone: str) -> None:
    """For forms: raise `ValidationError` unless there is such a time zone."""
    if zone not in known_zones():
        raise ValidationError(sentence_of_unknown(zone), code="unknown-zone")


class ZoneField(models.CharField[str, str]):
    """The name of a time zone.

    No database knows which there are, and the next one of the world's lists may lack one that was kept: what names none
    here is read as the site's own, so that its pages go on.
    """

    default_validators = [refuse_unknown]

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        """For Django, which calls it for every value that it reads."""
        return value if value is None or value in known_zones() else settings.TIME_ZONE
