"""The `<svg>` elements of drawings. Their contents are SVG; titles are plain text, escaped here."""

from html import escape

from league.common.drawing import ink


def definitions(symbols: str) -> str:
    """Return symbols that the drawings of a page refer to; they show nothing themselves."""
    return f'<svg class="card-sheet" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'


def image(css_class: str, width: int, height: int, drawing: str, *, title: str) -> str:
    """Return a drawing that screen readers and the tooltip describe by its title."""
    return (
        f'<svg class="{css_class}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>{drawing}</svg>'
    )


def decoration(css_class: str, width: int, height: int, drawing: str) -> str:
    """Return a drawing hidden from screen readers, because words beside it say the same."""
    return (
        f'<svg class="{css_class}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true"'
        f' focusable="false">{drawing}</svg>'
    )


def gap(css_class: str, width: int, height: int, *, radius: int, label: str = "") -> str:
    """Return the dashed outline of a piece that is not there; `label` is SVG inside it."""
    outline = f'<rect {ink.GAP} x="2" y="2" width="{width - 4}" height="{height - 4}" rx="{radius}"/>'
    return decoration(f"{css_class} gap", width, height, outline + label)
