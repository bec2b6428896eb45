"""Time zones: which there are, and how rows keep the name of one."""

import zoneinfo
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

OTHERS: Final = "Others"
REGIONS: Final = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
    OTHERS: gettext_lazy("Old names"),
}


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


def zone_choices() -> list[tuple[str, Any]]:
    """All time zones for a form, in groups: first those of the land where the reader's language is spoken."""
    near = dict(
        one.split(maxsplit=1)
        for one in pgettext(
            "zones to offer first, each with its label", "Europe/London London; Europe/Dublin Dublin"
        ).split(";")
    )
    groups: dict[str, list[tuple[str, str]]] = {str(label): [] for label in REGIONS.values()}
    for zone in sorted(known_zones() - near.keys()):
        region, _slash, place = zone.partition("/")
        if place and region != "Etc":
            groups[str(REGIONS.get(region, REGIONS[OTHERS]))].append((zone, place.replace("_", " ").replace("/", ", ")))
    first = [(zone, label) for zone, label in near.items() if zone in known_zones()]
    return [("UTC", "UTC"), (_("Suggested"), first), *((label, inside) for label, inside in groups.items() if inside)]


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
