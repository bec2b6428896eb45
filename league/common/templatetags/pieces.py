"""`{% load pieces %}`: the pieces of the games, drawn, with their words; their definitions and pictures."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from engine.core import registry
from engine.core.game import Game
from league.common.drawing import highland, highland_track, kilt, lords
from league.common.rule_figures import figures_of, picture_of, table_of
from league.common.safe_html import drawing_tag, safe_html

register = template.Library()

RED_AREA: Final = 30  # of the counting track of Highland Clans
LAST_SQUARE: Final = 50
CLANS: Final = lords.NAMES | kilt.NAMES | highland.NAMES  # a clan has the same name in all games

register.simple_tag(drawing_tag(lords.clan_chip), name="clan_chip")
register.simple_tag(drawing_tag(kilt.gap), name="kilt_gap")
register.simple_tag(drawing_tag(highland.token), name="clans_token")
register.simple_tag(drawing_tag(highland.heap), name="clans_heap")
register.simple_tag(drawing_tag(highland.arms), name="clans_arms")
register.simple_tag(drawing_tag(highland.unclaimed), name="clans_unclaimed")
register.simple_tag(drawing_tag(highland.gap), name="clans_gap")
register.simple_tag(drawing_tag(highland.pack), name="clans_pack")
register.simple_tag(drawing_tag(table_of), name="game_table")
register.simple_tag(drawing_tag(picture_of), name="game_picture")


@register.simple_tag
def lords_card(card: Mapping[str, Any] | None) -> SafeString:
    """Draw a card of Lords of Scotland from a mapping with the fields of `lords.Face`, all optional. `None`: a gap."""
    if card is None:
        return safe_html(lords.gap())
    face = lords.Face(**_fields_of(card, lords.Face._fields))
    return safe_html(lords.card(face, title=lords_card_words(face)))


def _fields_of(card: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    return {name: card[name] for name in fields if card.get(name) is not None}


def lords_card_words(face: lords.Face) -> str:
    """Describe a card in words, for screen readers and the tooltip."""
    if not face.clan:
        return gettext("A face-down card")
    words = [
        gettext("%(clan)s %(strength)d, rank %(rank)d")
        % {"clan": lords.NAMES[face.clan], "strength": face.strength, "rank": face.rank}
    ]
    if face.face_down:
        words.append(gettext("face-down"))
    if face.activated:
        words.append(gettext("activated"))
    if face.copies:
        words.append(gettext("copies %(clan)s") % {"clan": lords.NAMES[face.copies]})
    return ", ".join(words)


@register.simple_tag
def powers_in(hand: Sequence[Mapping[str, Any]]) -> list[tuple[SafeString, str]]:
    """Return the sign and the name of each power in a hand of Lords of Scotland, once each."""
    names = powers()
    clans = dict.fromkeys(card["clan"] for card in hand if card.get("clan"))
    return [(safe_html(lords.sign(clan)), names[clan]) for clan in clans]


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


@register.simple_tag
def with_power_cards(anchor: str, html: str) -> SafeString:
    """Return a part of the rules of Lords of Scotland, with a card of the clan in each row of the table of powers."""
    return safe_html(_CLAN_CELL.sub(_clan_cell, html) if anchor == "the-powers" else html)


_CLAN_CELL: Final = re.compile(f"<td>({'|'.join(lords.NAMES.values())})</td>")
_CLANS: Final = {name: (number, clan) for number, (clan, name) in enumerate(lords.NAMES.items(), 1)}


def _clan_cell(cell: re.Match[str]) -> str:
    number, clan = _CLANS[cell[1]]
    face = lords.Face(clan, *((12, 97) if clan == "bruce" else (number + 1, 9 * number)))
    drawn = f'<span class="cards small" aria-hidden="true">{lords.card(face, title=cell[1])}</span>'
    return f'<td><span class="who">{drawn}{cell[1]}</span></td>'


@register.filter
def has_known(hand: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the reader knows any card of a hand."""
    return any(card.get("clan") for card in hand)


@register.filter
def clan_name(clan: str) -> str:
    """Return the name of a clan as the cards spell it."""
    return CLANS[clan]


@register.simple_tag
def kilt_card(card: Mapping[str, Any]) -> SafeString:
    """Draw a card of King's Kilt from a mapping with the fields of `kilt.Face`, all optional."""
    face = kilt.Face(**_fields_of(card, kilt.Face._fields))
    return safe_html(kilt.card(face, title=kilt_card_words(face)))


def kilt_card_words(face: kilt.Face) -> str:
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


@register.simple_tag
def clans_estate(building: str) -> SafeString:
    """Draw an estate of Highland Clans with `cattle`, a `castle`, an `abbey` or nothing on it."""
    words = {
        "": pgettext("estate", "free"),
        "cattle": pgettext("estate", "cattle"),
        "castle": pgettext("estate", "castle"),
        "abbey": pgettext("estate", "abbey"),
    }
    return safe_html(highland.estate(building, words=words[building]))


@register.simple_tag
def clans_card(value: int) -> SafeString:
    """Draw a combat card of Highland Clans, or its back."""
    title = gettext("Combat card %(value)d") % {"value": value} if value else gettext("A face-down card")
    return safe_html(highland.card(value, title=title))


@register.simple_tag
def clans_track(seats: Sequence[Mapping[str, Any]]) -> SafeString:
    """Draw the counting track with the coats of arms of `seats`, each with `name`, `clan` and `points`."""
    standing = "; ".join(f"{seat['name']} {seat['points']}" for seat in seats)
    words = highland_track.TrackWords(
        title=gettext("Victory points: %(standing)s") % {"standing": standing},
        red=gettext("the game can end from %(points)d points") % {"points": RED_AREA},
    )
    marks = [highland_track.Mark(seat["clan"], seat["points"]) for seat in seats]
    return safe_html(highland_track.track(marks, words, red=RED_AREA, last=LAST_SQUARE))


@register.filter
def clans_colour(colour: str) -> str:
    """Return the word for the colour of a token."""
    return {
        "yellow": pgettext("token", "yellow"),
        "blue": pgettext("token", "blue"),
        "green": pgettext("token", "green"),
        "red": pgettext("token", "red"),
    }[colour]


_SHEETS: Final[Mapping[str, Callable[[], str]]] = {
    "highland-clans": highland.sheet,
    "kings-kilt": kilt.sheet,
    "lords-of-scotland": lambda: lords.sheet(powers()),
}


@register.simple_tag
def game_sheet(game: str) -> SafeString:
    """Draw the definitions for all pieces of a game; once on a page, before the first piece."""
    return safe_html(_SHEETS[game]() if game in _SHEETS else "")


@register.simple_tag
def picture_sheet(game: str) -> SafeString:
    """Draw the definitions for the picture of a game, for a page without its other pieces."""
    used = set(re.findall(r'href="#([^"]+)"', picture_of(game)))
    symbols = re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', game_sheet(game), re.DOTALL)
    drawing = "".join(symbol for symbol, name in symbols if name in used)
    return safe_html(f'<svg class="card-sheet" width="0" height="0" aria-hidden="true">{drawing}</svg>')


@register.simple_tag
def games_with_pictures() -> list[Game]:
    """Return the games that have a picture."""
    return [game for game in registry.games().values() if game.slug in _SHEETS]


@register.simple_tag
def rule_figures(game: str, anchor: str) -> list[SafeString]:
    """Return the figures beside that part of the rules of a game."""
    return [safe_html(figure) for figure in figures_of(game, anchor)]
