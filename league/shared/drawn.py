"""The one place where text becomes part of a page without being escaped."""

from html import escape

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString


def drawn(drawing: str) -> SafeString:
    """Let a drawing, or rendered Markdown, into a page as it is; whoever made it has escaped the words in it."""
    return SafeString(drawing)  # nosec B308 B703


def line_begun(key: str, place: int, shown: str, *, line: str = "", cell: str = "") -> SafeString:
    """Begin a line of a table that goes by places, up to and with the place.

    One result may move all who stand below it, so places are drawn anew where the rest of their lines is kept. `line`
    and `cell` are classes of the two.
    """
    mark = f' class="{escape(line)}"' if line else ""
    begun = f'<tr data-key="{escape(key)}" data-place="{place:d}"{mark}>'
    return drawn(f'{begun}<td class="{escape(f"place {cell}" if cell else "place")}">{conditional_escape(shown)}</td>')
