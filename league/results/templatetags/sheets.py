"""`{% load sheets %}`: clans, cards and fields for the templates of score sheets."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from league.common.drawing import highland, kilt, lords
from league.common.safe_html import safe_html
from league.common.templatetags.pieces import clans_track
from league.results.score_sheets.detailed_form import SheetBox
from league.results.score_sheets.presenters import DetailedSheet

register = template.Library()


@register.simple_tag
def lords_clans(has_bruce: str) -> list[tuple[str, str, str]]:
    """Return every clan of Lords of Scotland: key, name, and the strengths of its cards, with spaces between."""
    strengths = " ".join(str(strength) for strength in range(1, 13))
    clans = [(key, name, strengths) for key, name in lords.NAMES.items() if key != "bruce"]
    return [*clans, ("bruce", lords.NAMES["bruce"], "97 98")] if has_bruce == "yes" else clans


@register.simple_tag
def sheet_track(rows: Sequence[tuple[str, int, int | None]]) -> SafeString:
    """Draw the counting track of Highland Clans as a sheet has it so far, a coat of arms for each seat."""
    clans = list(highland.NAMES)
    return clans_track(
        [{"name": name, "points": points, "clan": clan} for (name, points, _), clan in zip(rows, clans, strict=False)]
    )


@register.simple_tag
def kilt_clans() -> list[tuple[str, str]]:
    """Return every clan of King's Kilt: its key and its name."""
    return list(kilt.NAMES.items())


@register.simple_tag
def kilt_face(clan: str) -> SafeString:
    """Draw the card of a clan, whose name its button says."""
    return safe_html(kilt.card(kilt.Face(clan), title=kilt.NAMES[clan]))


@register.simple_tag
def kilt_rows(detailed: DetailedSheet, rows: str) -> list[list[SheetBox]]:
    """Return the slots of these rows of the pyramid, such as `fed`, each row from the left."""
    boxes = sorted(detailed.boxes.items())
    return [[box for name, box in boxes if name.startswith(f"slot-{row}")] for row in rows]


@register.filter
def boxes_of(detailed: DetailedSheet, name: str) -> list[SheetBox]:
    """Return the fields whose name begins so, such as `family`, by seat."""
    return [box for slug, box in detailed.boxes.items() if slug.startswith(f"{name}.")]
