"""`{% load cards %}`: the cards of Lords of Scotland, drawn, with their words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from league.common.drawing import cards
from league.common.safe_html import safe_html

register = template.Library()


@register.simple_tag
def card_sheet() -> SafeString:
    """Draw the definitions for all cards of the page; once, before the first card."""
    return safe_html(cards.sheet(powers()))


@register.simple_tag
def lords_card(card: Mapping[str, Any] | None) -> SafeString:
    """Draw a card from a mapping with the fields of `cards.Face`, all optional. `None` is a gap."""
    if card is None:
        return safe_html(cards.gap())
    known = {name: card[name] for name in cards.Face._fields if card.get(name) is not None}
    face = cards.Face(**known)
    return safe_html(cards.card(face, title=card_words(face)))


@register.simple_tag
def clan_chip(clan: str) -> SafeString:
    """Draw the swatch of one of the nine clans."""
    return safe_html(cards.clan_chip(clan))


@register.simple_tag
def powers_in(hand: Sequence[Mapping[str, Any]]) -> list[tuple[SafeString, str]]:
    """Return the sign and the name of each power in a hand, once each."""
    names = powers()
    clans = dict.fromkeys(card["clan"] for card in hand if card.get("clan"))
    return [(safe_html(cards.sign(clan)), names[clan]) for clan in clans]


@register.filter
def has_known(hand: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the reader knows any card of a hand."""
    return any(card.get("clan") for card in hand)


@register.filter
def clan_name(clan: str) -> str:
    """Return the clan's name as the cards spell it."""
    return cards.NAMES[clan]


def powers() -> dict[str, str]:
    """Return the names of the powers as the cards print them: a word, a space, and the rest for the second line."""
    return {
        "scott": pgettext("power on a card", "Copy a power"),
        "makgill": pgettext("power on a card", "Muster again"),
        "macdonnell": pgettext("power on a card", "Stay a round"),
        "wemyss": pgettext("power on a card", "Discard a Follower"),
        "fergusson": pgettext("power on a card", "Swap a Follower"),
        "forsyth": pgettext("power on a card", "Draw a card"),
        "cockburn": pgettext("power on a card", "Swap a Supporter"),
        "cochrane": pgettext("power on a card", "Claim two"),
        "bruce": pgettext("power on a card", "Any clan"),
    }


def card_words(face: cards.Face) -> str:
    """Describe a card in words, for screen readers and the tooltip."""
    if not face.clan:
        return gettext("A face-down card")
    words = [
        gettext("%(clan)s %(strength)d, rank %(rank)d")
        % {"clan": cards.NAMES[face.clan], "strength": face.strength, "rank": face.rank}
    ]
    if face.face_down:
        words.append(gettext("face-down"))
    if face.activated:
        words.append(gettext("activated"))
    if face.copies:
        words.append(gettext("copies %(clan)s") % {"clan": cards.NAMES[face.copies]})
    return ", ".join(words)
