"""Every text of a page uses gettext: templates contain no bare text."""

import re
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

TEMPLATES = Path(__file__).parents[1] / "templates"
PAGES = sorted(path.relative_to(TEMPLATES) for path in TEMPLATES.rglob("*.html"))
SAID_TO_PEOPLE = re.compile(r"""\b(?:alt|title|placeholder|aria-label|data-label)\s*=\s*["'][^"'{]*[^\W\d_]{2}""")
MARKUP = re.compile(r"<!--.*?-->|<(script|style|svg)\b.*?</\1>|<[^>]*>|&\w+;", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
COUNTED = re.compile(r"{% blocktranslate ([^%]*\bcount \w+=[^%]*)%}(.*?){% endblocktranslate %}", re.DOTALL)
NAMES = {"Moothill"}  # what is called the same in every language


def bare_words(source: str) -> set[str]:
    """Words of a template outside its tags and outside `blocktranslate`."""
    shown: list[str] = []
    skipped = ""
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.contents.split()[0]
            if name in {"blocktranslate", "comment"}:
                skipped = name
            elif name == f"end{skipped}":
                skipped = ""
            shown.append(" ")
        elif token.token_type == TokenType.TEXT and not skipped:
            shown.append(token.contents)
        elif token.token_type == TokenType.VAR:
            shown.append(" ")
    text = "".join(shown)
    return {word for word in WORD.findall(MARKUP.sub(" ", text)) if word not in NAMES}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_no_word_of_a_page_stands_bare(page: Path) -> None:
    source = (TEMPLATES / page).read_text(encoding="utf-8")
    assert bare_words(source) == set()
    assert SAID_TO_PEOPLE.findall(source) == []


def test_a_bare_word_is_noticed() -> None:
    assert bare_words("{% load i18n %}<p>{% translate 'Here' %} there</p>") == {"there"}
    assert bare_words("{% blocktranslate %}Here{% endblocktranslate %}<svg><path d='M0'/></svg>") == set()


def undeclared(source: str) -> set[str]:
    """Variables of counted texts that their tag does not declare: without a value they would be shown as nothing."""
    return {
        name
        for declared, text in COUNTED.findall(source)
        for name in re.findall(r"{{ (\w+)", text)
        if not re.search(rf"\b{name}=", declared)
    }


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_counted_texts_declare_their_variables(page: Path) -> None:
    assert undeclared((TEMPLATES / page).read_text(encoding="utf-8")) == set()


def test_an_undeclared_variable_is_noticed() -> None:
    text = "{% blocktranslate count is_own=n %}{{ own }} deal{% plural %}{{ own }} deals{% endblocktranslate %}"
    assert undeclared(text) == {"own"}
    assert undeclared(text.replace("is_own", "own")) == set()
