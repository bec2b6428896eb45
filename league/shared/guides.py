"""The rules of a game as the house plays them: its page of `docs/rules`, in Markdown, made ready to be shown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.core.game import Game
from league.shared.drawn import drawn

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "rules"
RULINGS: Final = "rulings"
ENGLISH: Final = "en-gb"
KEPT: Final = 16  # pages

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the page of rules, and the anchor it can be reached by."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Part:
    """What stands below a heading of the second level, as HTML, and the headings of the third level in it."""

    chapter: Chapter
    html: SafeString
    below: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """A page of rules: what comes before the first heading, and its parts. No HTML of the author's own is in it."""

    intro: SafeString
    parts: tuple[Part, ...]
    language: str = ENGLISH


def rules_of(game: Game, folder: Path = FOLDER, language: str = ENGLISH) -> Rules | None:
    """The rules of a game of the house, rendered once for every state of the file; None while nobody has written any.

    In `language` where there is a page in it (`<slug>.<language>.md`), else in English; its anchors are those of the
    English one, so that links hold in every language. The game is one that the registry knows, so that no slug from an
    address names a file.
    """
    path = folder / f"{game.slug}.md"
    if not path.exists():
        return None
    translated = folder / f"{game.slug}.{language}.md"
    if language == ENGLISH or not translated.exists():
        return rendered_file(path)
    return _read_like(translated, language, path, (translated.stat().st_mtime_ns, path.stat().st_mtime_ns))


def rendered_file(path: Path) -> Rules:
    """A file of the guides, rendered once for every state of it."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=KEPT)
def _read(path: Path, changed: int) -> Rules:  # noqa: ARG001  (it names the state of the file)
    return rendered(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=KEPT)
def _read_like(path: Path, language: str, english: Path, changed: tuple[int, int]) -> Rules:  # noqa: ARG001  (as above)
    return rendered(path.read_text(encoding="utf-8"), language, english.read_text(encoding="utf-8"))


def rendered(text: str, language: str = ENGLISH, english: str = "") -> Rules:
    """The text as a page shows it, with an anchor at each heading and, in the part Rulings, at each ruling.

    A translation has the anchors of the `english` text, heading by heading.
    """
    tokens = _without_title(_MARKDOWN.parse(text))
    original = _without_title(_MARKDOWN.parse(english)) if english else tokens
    _anchor_headings(original)
    for (opening, _chapter), (like, _like) in zip(_headings(tokens), _headings(original), strict=False):
        opening.attrSet("id", str(like.attrGet("id")))
    _unlink_files(tokens)
    _dress(tokens)
    tokens = _with_captions(tokens)
    intro, *parts = _split(tokens)
    return Rules(_html(intro), tuple(_part(part) for part in parts), language)


def _without_title(tokens: list[Token]) -> list[Token]:
    """The page has a title of its own."""
    begins_with_title = bool(tokens) and (tokens[0].type, tokens[0].tag) == ("heading_open", "h1")
    return tokens[3:] if begins_with_title else tokens


def _anchor_headings(tokens: Sequence[Token]) -> None:
    taken: set[str] = set()
    for opening, chapter in _headings(tokens):
        opening.attrSet("id", _free(slugify(chapter.title) or "part", taken))


def _free(wanted: str, taken: set[str]) -> str:
    anchor, number = wanted, 1
    while anchor in taken:
        number += 1
        anchor = f"{wanted}-{number}"
    taken.add(anchor)
    return anchor


def _unlink_files(tokens: Sequence[Token]) -> None:
    """A link to a file beside this one leads nowhere on the site; its words stay."""
    for token in tokens:
        links: list[bool] = []  # of each open link whether it stays
        kept: list[Token] = []
        for part in token.children or ():
            if part.type == "link_open":
                links.append(str(part.attrGet("href")).startswith(("http://", "https://", "#")))
            if part.type not in {"link_open", "link_close"} or links[-1]:
                kept.append(part)
            if part.type == "link_close":
                links.pop()
        token.children = kept


def _split(tokens: Sequence[Token]) -> list[list[Token]]:
    """What comes before the first heading of the second level, and each of these with what follows it."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if (token.type, token.tag) == ("heading_open", "h2"):
            parts.append([])
        parts[-1].append(token)
    return parts


def _part(tokens: Sequence[Token]) -> Part:
    (_, chapter), *below = _headings(tokens)
    if chapter.anchor == RULINGS:
        _anchor_rulings(tokens)
    return Part(chapter, _html(tokens[3:]), tuple(one for opening, one in below if opening.tag == "h3"))


def _anchor_rulings(tokens: Sequence[Token]) -> None:
    taken: set[str] = set()
    for token in tokens:
        if token.type == "list_item_open" and token.level == 1 and token.info.isdecimal():
            token.attrSet("id", _free(f"ruling-{token.info}", taken))


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Chapter]]:
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            yield opening, Chapter(str(opening.attrGet("id") or ""), _words(inline))


def _dress(tokens: Sequence[Token]) -> None:
    """Say of each head that it is a column's, and align figures by a class: the site takes no styles from a page.

    What stands in a block of code may be wider than a phone, and is scrolled by keyboard too.
    """
    for token in tokens:
        if token.type in {"fence", "code_block"}:
            token.attrSet("tabindex", "0")
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if "right" in str(token.attrs.pop("style", "")):
            token.attrSet("class", "num")


def _with_captions(tokens: Sequence[Token]) -> list[Token]:
    """Each table is called what the heading above it says, for those who do not see the page."""
    dressed: list[Token] = []
    heading = ""
    for token, after in zip_longest(tokens, tokens[1:]):
        dressed.append(token)
        if token.type == "heading_open":
            heading = _words(after)
        if token.type == "table_open" and heading:
            caption = format_html('<caption class="unseen">{}</caption>', heading)
            dressed.append(Token("html_block", "", 0, content=caption))
    return dressed


def _words(inline: Token) -> str:
    return "".join(part.content for part in inline.children or ())


def _html(tokens: Sequence[Token]) -> SafeString:
    """Each table in a frame of its own, for a phone may be narrower. Raw HTML in the text comes out as text."""
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    html = html.replace("<table>", '<div class="rules-table"><table>').replace("</table>", "</table></div>")
    return drawn(html)
