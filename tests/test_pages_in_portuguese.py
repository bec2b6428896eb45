"""Portuguese pages contain no English except people's own texts, names, and the guides."""

import re
from collections import deque
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import translation
from django.utils.translation import gettext

from engine.core import registry
from league.tournaments.services.lifecycle import start
from tests.browser.factories import event_at_tables, games_begun, games_reported, seasons
from tests.factories import account_of, browser_of, glen_club

ENGLISH = re.compile(
    r"\b(the|of|and|your|you|this|that|is|are|with|who|which|what|when|from|not|it|they)\b", re.IGNORECASE
)
NOTATION = re.compile(r"[\w ]+: (turn|recruit|muster|claim|draw)s? ")  # records are written in one language
WRITTEN_BY_PEOPLE = (
    *(game.name for game in registry.games().values()),
    "Fergus Featherstonehaugh of Inverarnan",
    "The sheet says 43.",
    *("Isle of Man", "Port of Spain"),  # zones of time
)
IN_ENGLISH_ON_PURPOSE = re.compile(r"/(api|admin|static|health|design|bots/guide|help/.|account/data)")
READ_ALOUD = ("aria-label", "title", "alt", "placeholder", "data-label", "data-changed", "data-lost")

GLOSSARY = Path(__file__).resolve().parents[1] / "docs/glossary.md"


class Reader(HTMLParser):
    """Collects what a page says and where it leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.leads_to: list[str] = []
        self._hushed = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._hushed += tag in {"script", "style"}
        self.said += [given[name] or "" for name in READ_ALOUD if name in given]
        self.leads_to += [given["href"] or ""] if tag == "a" and "href" in given else []

    def handle_endtag(self, tag: str) -> None:
        self._hushed -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self._hushed:
            self.said.append(" ".join(data.split()))


def english_in(said: list[str]) -> list[str]:
    """Return the texts that are English and not written by people."""
    found = []
    for words in said:
        ours = words
        for kept in WRITTEN_BY_PEOPLE:
            ours = ours.replace(kept, "")
        if (
            ENGLISH.search(ours) and not NOTATION.match(ours) and "/" not in ours
        ):  # zones of time are called Europe/Isle_of_Man
            found.append(words)
    return found


def english_behind(browser: Client) -> tuple[dict[str, list[str]], set[str]]:
    """Return the English texts of one page per kind, following links from the home page; and the kinds visited."""
    waiting, seen, english = deque(["/"]), set[str](), dict[str, list[str]]()
    while waiting:
        address = waiting.popleft()
        kind = resolve(address.partition("?")[0]).view_name
        if kind in seen:
            continue
        seen.add(kind)
        answer = browser.get(address, headers={"Accept-Language": "pt-BR"})
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        reader = Reader(answer.content.decode())
        if left := english_in(reader.said):
            english[kind] = left
        links = (urldefrag(link).url for link in reader.leads_to)
        waiting += [link for link in links if link.startswith("/") and not IN_ENGLISH_ON_PURPOSE.match(link)]
    return english, seen


@pytest.mark.long
@pytest.mark.django_db
def test_no_page_that_an_organiser_reaches_speaks_english() -> None:
    club = glen_club(morag := account_of("Morag"), name="Clube do Vale")
    morag.language = "pt-br"
    morag.save()
    start(tournament=event_at_tables(club, "Hamish Bain", "Isobel", "Jock", name="Noite em mesas"), by=None)
    seasons(club)
    games_reported(morag, club)
    games_begun(morag)
    english, seen = english_behind(browser_of(morag))
    assert english == {}
    assert len(seen) > 50


def test_the_glossary_says_what_the_catalogue_says() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    with translation.override("pt-br"):
        told = {
            english: (words, gettext(english))
            for terms, translations in rows
            for english, words in zip(terms.split("; "), translations.split("; "), strict=False)
            if english != "English" and gettext(english) != english
        }
    assert len(told) > 15
    assert {english: both for english, both in told.items() if both[0] != both[1]} == {}


def test_english_is_noticed() -> None:
    assert english_in(["Rodada 3", "Lords of Scotland", "Who sits where?"]) == ["Who sits where?"]
