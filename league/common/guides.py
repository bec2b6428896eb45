"""The guides on the site under Help: Markdown files of `docs`, rendered for a page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from pathlib import Path, PurePosixPath
from posixpath import join, normpath
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.core import registry
from league.common.api.schema import AT_HOME
from league.common.rule_figures import turn_of
from league.common.safe_html import safe_html

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
RULINGS: Final = "rulings"
ENGLISH: Final = "en-gb"
DRAWING: Final = "drawing"
CACHED_PAGES: Final = 40
ELSEWHERE: Final = ("http://", "https://", "#")  # how a link begins that is none to a file beside

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_DECISION: Final = re.compile(r" \(\[decision \d+\]\([^)]*\)[^()]*\)")  # a reference to a file of the repository
_JOINT: Final = re.compile(r"(?<=\w[._(])(?=\w)")  # where the name of a function may break


def _code(renderer: object, tokens: Sequence[Token], at: int, options: object, env: object) -> str:  # noqa: ARG001  (of markdown-it)
    """Return inline code as HTML. A call may break after its dots, underscores and bracket."""
    text = escape(tokens[at].content)
    return f"<code>{_JOINT.sub('<wbr>', text) if '(' in text else text}</code>"


_MARKDOWN.add_render_rule("code_inline", _code)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of a guide, and its anchor."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a guide: its second-level heading, the HTML below it, and the third-level headings in it."""

    chapter: Chapter
    html: SafeString
    below: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: the text before the first heading, and the sections. Raw HTML of the source is escaped."""

    intro: SafeString
    parts: tuple[Part, ...]
    language: str = ENGLISH


def address_of(file: str) -> str:
    """Return where the site shows a file of the repository; empty if it does not."""
    path = PurePosixPath(file)
    game = path.parent.name.replace("_", "-")
    if path.match("engine/games/*/rules.en.md") and game in registry.games():
        return reverse("matches:rules", args=[game])
    if path.match("docs/bots/*.py") or path.match("docs/bots/*.js"):
        return reverse("bots:example", args=[path.name])
    topic = TOPICS.get(path.stem) if path.match("docs/*.md") else None
    return topic.href if topic else ""


def rendered_file(path: Path, language: str = ENGLISH, english: Path | None = None) -> Guide:
    """Return a rendered file, cached until it changes; a translation takes the anchors of its `english` file."""
    original = english or path
    return _read(path, language, original, (path.stat().st_mtime_ns, original.stat().st_mtime_ns))


@lru_cache(maxsize=CACHED_PAGES)
def _read(path: Path, language: str, english: Path, changed: tuple[int, int]) -> Guide:  # noqa: ARG001  (it names the state of the files)
    texts = (each.read_text(encoding="utf-8").replace(AT_HOME, settings.SITE_ADDRESS) for each in (path, english))
    folder = path.parent.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return rendered(*texts, language=language, folder=folder)


def rendered(text: str, english: str = "", *, language: str = ENGLISH, folder: str = "docs") -> Guide:
    """Return the text as a page shows it, with an anchor at each heading and, in the part Rulings, at each ruling.

    A translation has the anchors of the `english` text, heading by heading. Links to files are read as in
    that folder of the repository.
    """
    parsed = _MARKDOWN.parse(_DECISION.sub("", text))
    title, tokens = _text_of(parsed[1]) if _begins_with_title(parsed) else "", _without_title(parsed)
    original = _without_title(_MARKDOWN.parse(english)) if english else tokens
    _anchor_headings(original)
    for (opening, _chapter), (like, _like) in zip(_headings(tokens), _headings(original), strict=False):
        opening.attrSet("id", str(like.attrGet("id")))
    _link_guides(tokens, folder)
    tokens = _without_pictures(tokens)
    _draw_turns(tokens)
    _set_attributes(tokens)
    tokens = _with_captions(tokens, title)
    intro, *parts = _split(tokens)
    return Guide(_html(intro), tuple(_part(part) for part in parts), language)


def _begins_with_title(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and (tokens[0].type, tokens[0].tag) == ("heading_open", "h1")


def _without_title(tokens: list[Token]) -> list[Token]:
    """Return the tokens without the title, which the page has itself."""
    return tokens[3:] if _begins_with_title(tokens) else tokens


def _anchor_headings(tokens: Sequence[Token]) -> None:
    ids: set[str] = set()
    for opening, chapter in _headings(tokens):
        opening.attrSet("id", _unique(slugify(chapter.title) or "part", ids))


def _unique(id_: str, ids: set[str]) -> str:
    anchor, number = id_, 1
    while anchor in ids:
        number += 1
        anchor = f"{id_}-{number}"
    ids.add(anchor)
    return anchor


def _link_guides(tokens: Sequence[Token], folder: str) -> None:
    """Let links to files lead to their pages; of a link to a file that the site does not show only the text stays."""
    for token in tokens:
        links: list[bool] = []  # of each open link whether it stays
        kept: list[Token] = []
        for part in token.children or ():
            if part.type == "link_open":
                part.attrSet("href", _on_the_site(str(part.attrGet("href")), folder))
                links.append(bool(part.attrGet("href")))
            if part.type not in {"link_open", "link_close"} or links[-1]:
                kept.append(part)
            if part.type == "link_close":
                links.pop()
        token.children = kept


def _on_the_site(href: str, folder: str) -> str:
    """Return where a link leads on the site; empty for a file that it does not show."""
    if href.startswith(ELSEWHERE):
        return href
    file, mark, anchor = href.partition("#")
    address = address_of(normpath(join(folder, file)))
    return f"{address}{mark}{anchor}" if address else ""


def _without_pictures(tokens: Sequence[Token]) -> list[Token]:
    """Remove paragraphs that contain only a picture: screenshots are for readers outside the site."""
    left = list(tokens)
    for at in reversed(range(1, len(tokens) - 1)):
        if [part.type for part in tokens[at].children or ()] == ["image"]:
            del left[at - 1 : at + 2]
    return left


def _draw_turns(tokens: Sequence[Token]) -> None:
    """Draw each block of code that is marked `drawing <game>`: its lines are the words of the drawing."""
    for token in tokens:
        kind, _, game = token.info.partition(" ")
        if token.type == "fence" and kind == DRAWING:
            words = token.content.strip().splitlines()
            token.type, token.content = "html_block", f'<figure class="turn">{turn_of(game, words)}</figure>\n'


def _split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the tokens before the first heading of the second level, then those of each such section."""
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
    return Part(chapter, _html(tokens[3:]), tuple(section for opening, section in below if opening.tag == "h3"))


def _anchor_rulings(tokens: Sequence[Token]) -> None:
    ids: set[str] = set()
    for token in tokens:
        if token.type == "list_item_open" and token.level == 1 and token.info.isdecimal():
            token.attrSet("id", _unique(f"ruling-{token.info}", ids))


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Chapter]]:
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            yield opening, Chapter(str(opening.attrGet("id") or ""), _text_of(inline))


def _set_attributes(tokens: Sequence[Token]) -> None:
    """Set the scope of column heads, and align figures by a class: the content security policy forbids inline styles.

    A block of code may be wider than a phone, so it gets a tabindex and can be scrolled by keyboard.
    """
    for token in tokens:
        if token.type in {"fence", "code_block"}:
            token.attrSet("tabindex", "0")
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if "right" in str(token.attrs.pop("style", "")):
            token.attrSet("class", "num")


def _with_captions(tokens: Sequence[Token], title: str) -> list[Token]:
    """Name each table for screen readers by the heading above it, or by the title of the guide."""
    captioned: list[Token] = []
    heading = title
    for token, after in zip_longest(tokens, tokens[1:]):
        captioned.append(token)
        if token.type == "heading_open":
            heading = _text_of(after)
        if token.type == "table_open" and heading:
            caption = format_html('<caption class="unseen">{}</caption>', heading)
            captioned.append(Token("html_block", "", 0, content=caption))
    return captioned


def _text_of(inline: Token) -> str:
    return "".join(part.content for part in inline.children or ())


def _html(tokens: Sequence[Token]) -> SafeString:
    """Return the HTML, with each table in a frame that scrolls on phones. Raw HTML in the text is escaped."""
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    html = html.replace("<table>", '<div class="rules-table"><table>').replace("</table>", "</table></div>")
    return safe_html(html)


@dataclass(frozen=True, slots=True)
class Topic:
    """A guide: its file without ".md", its title, and what it is about."""

    name: str
    title: str | Promise
    text: str | Promise
    route: str = ""
    """Of a page of its own."""

    @property
    def file(self) -> str:
        """Its name in `docs`."""
        return f"{self.name}.md"

    @property
    def href(self) -> str:
        """Where the site shows it."""
        return reverse(self.route) if self.route else reverse("common:guide", args=[self.name])


@dataclass(frozen=True, slots=True)
class Group:
    """Guides for the same readers."""

    title: str | Promise
    topics: Sequence[Topic]


GROUPS: Final = (
    Group(
        _("Players"),
        (
            Topic("recording", _("Score sheets and game records"), _("Enter, confirm and correct results.")),
            Topic(
                "ratings", _("How ratings work"), _("Why a rating changed, and what ± means."), route="ratings:guide"
            ),
            Topic("playing", _("Play in the browser"), _("Games against bots, without an account.")),
            Topic("glossary", _("Glossary"), _("All terms, in English and Portuguese.")),
        ),
    ),
    Group(
        _("Clubs"),
        (
            Topic("clubs", _("Clubs and members"), _("Members, guests, roles, invitations, accounts and privacy.")),
            Topic("evenings", _("Club nights"), _("Check-in, pairings, results and seasons.")),
            Topic("leagues", _("Leagues"), _("Divisions, deadlines, promotion and relegation.")),
            Topic("notices", _("Notifications and calendars"), _("E-mails, calendars, standings on your website.")),
        ),
    ),
    Group(
        _("Tournaments"),
        (
            Topic("organising", _("Run a tournament"), _("From the first entry to the final standings.")),
            Topic("organising-rounds", _("Rounds and corrections"), _("Drafts, absent players, deadlines, disputes.")),
            Topic("organising-files", _("Prints, files and big screen"), _("Table links, table cards, exports.")),
            Topic("formats", _("Formats"), _("How pairings are made.")),
            Topic("brackets", _("Knockouts and groups"), _("Who wins a match, and what a correction changes.")),
            Topic("standings", _("Standings and tie-breaks"), _("How points and each tie-break are calculated.")),
            Topic("contests", _("Contests"), _("Tournaments of bots with a closing date.")),
        ),
    ),
    Group(
        _("Bots and programs"),
        (
            Topic(
                "bot-authors",
                _("Bot guide"),
                _("Write a bot in one Python file, test and upload it."),
                route="bots:guide",
            ),
            Topic("bot-testing", _("Test bots at home"), _("Install the engine, play, compare and replay.")),
            Topic(
                "remote-bots",
                _("Remote bot guide"),
                _("Bots in any language, on your own computer."),
                route="bots:guide-remote",
            ),
            Topic("bots", _("Built-in bots"), _("How they play and how strong they are.")),
            Topic("notation", _("Game record format"), _("How games are written down for programs.")),
            Topic("bot-api", _("Bots by program"), _("Upload, check and test bots with the API.")),
            Topic("api", _("API guide"), _("Read and write results, entries and check-in by program.")),
            Topic("webhooks", _("Webhooks"), _("For club owners with a chat bot or website of their own.")),
        ),
    ),
)
TOPICS: Final = {topic.name: topic for group in GROUPS for topic in group.topics}
