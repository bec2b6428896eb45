"""Time zones: the known names, a model field for one, and times with their zone."""

import re
import zoneinfo
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.common.language import alphabetical_key

_OFFSET: Final = re.compile(r"(?<![\d:])([+-])0?(\d{1,2})(\d\d)?(?=\)?$)")
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
}


def with_zone(moment: datetime, form: str) -> str:
    """Return the moment in its own time zone, by a format that ends in the zone (`T`)."""
    return _OFFSET.sub(_utc_offset, date_format(moment, form))


def _utc_offset(match: re.Match[str]) -> str:
    """Return an offset such as `+0530` as UTC+5:30."""
    sign, hours, minutes = match.groups(default="")
    if int(hours) == 0 and int(minutes or 0) == 0:
        return "UTC"
    shown_sign = "\N{MINUS SIGN}" if sign == "-" else "+"
    return f"UTC{shown_sign}{hours}:{minutes}" if minutes else f"UTC{shown_sign}{hours}"


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(zoneinfo.available_timezones())


@cache
def canonical_zones() -> tuple[str, ...]:
    """Return the time zones of `zone.tab`, one for each place, without other names such as `US/Eastern`."""
    lines = (files("tzdata.zoneinfo") / "zone.tab").read_text("utf-8").splitlines()
    places = {line.split("\t")[2] for line in lines if not line.startswith("#")}
    return tuple(sorted(places & known_zones()))


def unknown_zone_message(zone: str) -> str:
    """Return the error message for an unknown time zone."""
    return _("Unknown time zone “%(zone)s”. Choose one such as Europe/London.") % {"zone": zone}


def proposed_zone() -> str:
    """Return the time zone that is filled in for new clubs and accounts: one where the reader's language is spoken."""
    return pgettext("time zone to begin with", "Europe/London")


def zone_choices(current: str = "") -> list[tuple[str, Any]]:
    """Return the choices of a form, in groups by region: first UTC and zones where the reader's language is spoken.

    `current` is the zone that is stored now; it is added if no group has it.
    """
    suggested = _labels(
        pgettext("zones to offer first, each with its label", "Europe/London London; Europe/Dublin Dublin")
    )
    names = _labels(
        pgettext(
            "zones whose place has another name, each with its label",
            "Africa/El_Aaiun El Aaiún; America/St_Barthelemy St Barthélemy; "
            "America/St_Johns St John\N{RIGHT SINGLE QUOTATION MARK}s; "
            "Antarctica/DumontDUrville Dumont d\N{RIGHT SINGLE QUOTATION MARK}Urville; Europe/Busingen Büsingen",
        )
    )
    groups: dict[str, list[tuple[str, str]]] = {str(label): [] for label in REGIONS.values()}
    for zone in canonical_zones():
        region, _slash, place = zone.partition("/")
        if zone not in suggested:
            groups[str(REGIONS[region])].append((zone, names.get(zone) or place.replace("_", " ").replace("/", ", ")))
    for choices in groups.values():
        choices.sort(key=lambda choice: alphabetical_key(choice[1]))
    first = [(zone, label) for zone, label in suggested.items() if zone in known_zones()]
    if current in known_zones().difference(canonical_zones(), suggested, ["UTC"]):
        first.append((current, current))
    return [
        ("UTC", "UTC"),
        (_("Suggested"), first),
        *((label, choices) for label, choices in groups.items() if choices),
    ]


def _labels(text: str) -> dict[str, str]:
    """Return labels by zone from a text such as `Europe/London London; Europe/Dublin Dublin`."""
    return dict(part.split(maxsplit=1) for part in text.split(";"))


def validate_known(zone: str) -> None:
    """Raise `ValidationError` unless there is such a time zone."""
    if zone not in known_zones():
        raise ValidationError(unknown_zone_message(zone), code="unknown-zone")


class ZoneField(models.CharField[str, str]):
    """The name of a time zone.

    A later version of the time zone data may lack a stored name. An unknown name is read as the site's time zone.
    """

    default_validators = [validate_known]

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        """Return the stored name, or the site's time zone if it is unknown. Django calls this for each value read."""
        return value if value is None or value in known_zones() else settings.TIME_ZONE
