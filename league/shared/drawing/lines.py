"""Lines of tables that go by places."""

from html import escape

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from league.shared.drawn import drawn


def placed(rest: SafeString, key: str, place: int, shown: str, *, line: str = "", cell: str = "") -> SafeString:
    """Draw a line of a table with its place, and after it the `rest` of its cells, which were drawn before.

    One result may move all who stand below it, so places are drawn anew where the rest of their lines is kept. `line`
    and `cell` are classes of the two.
    """
    mark = f' class="{escape(line)}"' if line else ""
    begun = f'<tr data-key="{escape(key)}" data-place="{place:d}"{mark}>'
    classes = escape(f"place {cell}" if cell else "place")
    return drawn(f'{begun}<td class="{classes}">{conditional_escape(shown)}</td>{rest}</tr>')
