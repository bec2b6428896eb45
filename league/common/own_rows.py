"""Marks in tables that readers share: the row of the reader, and their name.

They are put into the HTML as the templates of rows do it, so one cached table is enough for all readers.
"""

from django.utils.translation import gettext as _


def with_own_row(html: str, key: str) -> str:
    """Return the HTML with the table row of this `data-key` marked as the reader's; as it is without such a row."""
    before, begin, rest = html.partition(f'<tr data-key="{key}"')
    if not begin:
        return html
    row, end, after = rest.partition("</tr>")
    facts, bracket, cells = row.partition(">")
    facts = facts.replace('class="', 'class="own ') if 'class="' in facts else f'{facts} class="own"'
    return f"{before}{begin}{facts}{bracket}{mark_own_name(cells)}{end}{after}"


def mark_own_name(html: str) -> str:
    """Return the HTML with the first linked name marked as the reader's."""
    return html.replace("</a>", f'</a> <span class="you">{_("you")}</span>', 1)
