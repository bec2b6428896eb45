"""Lines of tables: those that go by places, and those that are the same but for what is filled in."""

from functools import lru_cache
from html import escape

from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.shared.drawn import drawn

FORMS_KEPT = 100


def placed(rest: SafeString, key: str, place: int, shown: str, *, line: str = "", cell: str = "") -> SafeString:
    """Draw a line of a table with its place, and after it the `rest` of its cells, which were drawn before.

    One result may move all who stand below it, so places are drawn anew where the rest of their lines is kept. `line`
    and `cell` are classes of the two.
    """
    mark = f' class="{escape(line)}"' if line else ""
    begun = f'<tr data-key="{escape(key)}" data-place="{place:d}"{mark}>'
    classes = escape(f"place {cell}" if cell else "place")
    return drawn(f'{begun}<td class="{classes}">{conditional_escape(shown)}</td>{rest}</tr>')


def filled(source: str, **facts: str | int) -> SafeString:
    """Fill in a fragment that does nothing with these facts but say them; an empty one may decide what is left out.

    Its template is drawn once, with marks in their place: filling them in takes a twentieth of drawing it.
    """
    form = _form(source, get_language(), tuple((name, fact == "") for name, fact in facts.items()))
    said = {name: conditional_escape(fact if isinstance(fact, str) else str(fact)) for name, fact in facts.items()}
    return drawn(form % said)


@lru_cache(FORMS_KEPT)
def _form(source: str, _language: str | None, facts: tuple[tuple[str, bool], ...]) -> str:
    marks = {name: drawn("" if is_empty else f"\0{name}\0") for name, is_empty in facts}
    form = render_to_string(source, marks).replace("%", "%%")
    for name, mark in marks.items():
        form = form.replace(mark, f"%({name})s") if mark else form
    return form
