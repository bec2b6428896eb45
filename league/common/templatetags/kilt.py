"""`{% load kilt %}`: the cards of King's Kilt, drawn, with their words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.common.drawing import kilt
from league.common.safe_html import safe_html

register = template.Library()


@register.simple_tag
def kilt_sheet() -> SafeString:
    """Draw the definitions for all cards of the page; once, before the first card."""
    return safe_html(kilt.sheet())


@register.simple_tag
def kilt_card(card: Mapping[str, Any]) -> SafeString:
    """Draw a card from a mapping with the fields of `kilt.Face`, all optional."""
    known = {name: card[name] for name in kilt.Face._fields if card.get(name) is not None}
    face = kilt.Face(**known)
    return safe_html(kilt.card(face, title=card_words(face)))


@register.simple_tag
def kilt_gap(slot: str = "") -> SafeString:
    """Draw the outline of a missing card, with the name of its slot if it has one."""
    return safe_html(kilt.gap(slot))


@register.filter
def kilt_clan(clan: str) -> str:
    """Return the clan's name as the cards spell it."""
    return kilt.NAMES[clan]


def card_words(face: kilt.Face) -> str:
    """Describe a card in words, for screen readers and the tooltip."""
    if not face.clan:
        return gettext("A face-down card")
    name = kilt.NAMES[face.clan]
    words = [gettext("%(clan)s on %(slot)s") % {"clan": name, "slot": face.slot} if face.slot else name]
    if face.crowned:
        words.append(gettext("the King"))
    if face.face_down:
        words.append(gettext("face-down"))
    return ", ".join(words)
