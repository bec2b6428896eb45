"""Translations: extracted from the code, stored as text, compiled as Django reads them."""

from gettext import GNUTranslations
from io import BytesIO

import pytest

from engine.core import registry
from league.common.words import (
    LOCALES,
    ROOT,
    Message,
    compiled,
    messages_in,
    messages_of_code,
    messages_of_template,
    missing,
    path_of,
    read,
    sentences_of_rules,
    with_other_placeholders,
    write,
)
from tests.example_games import translated_games

pytestmark = pytest.mark.slow

LANGUAGES = sorted(folder.name for folder in LOCALES.iterdir())
GAMES = Message("%(n)s game", "%(n)s games")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_django_reads_is_what_stands_in_the_text(language: str) -> None:
    known = read(path_of(language).read_text(encoding="utf-8"))
    is_up_to_date = path_of(language, "mo").read_bytes() == compiled(language, known)  # a diff would take hours
    assert is_up_to_date, "Run python3 -m league.common.words."
    assert with_other_placeholders(known) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_is_said_is_without_a_translation_and_none_is_kept_that_nothing_says(language: str) -> None:
    said, known = messages_in(), read(path_of(language).read_text(encoding="utf-8"))
    untranslated = [registry.folder(slug) for slug, game in registry.games().items() if game not in translated_games()]
    optional = tuple(f"{folder.relative_to(ROOT).as_posix()}/" for folder in untranslated)
    needed = [word for word, places in said.items() if not all(place.startswith(optional) for place in places)]
    assert missing(needed, known) == []
    assert known.keys() <= said.keys()  # else: python3 -m league.common.words


def test_a_catalogue_comes_back_as_it_was_written_and_gettext_reads_it() -> None:
    known = {GAMES: ("%(n)s partida", "%(n)s partidas"), Message("The “club”\nis \\ open", "", "door"): ("O “clube”",)}
    assert read(write("pt_BR", {word: ["a.py"] for word in known}, known)) == known
    table = GNUTranslations(BytesIO(compiled("pt_BR", known)))
    assert table.ngettext(*GAMES[:2], 1) == "%(n)s partida"
    assert [table.ngettext(*GAMES[:2], count) for count in (0, 2)] == ["%(n)s partidas"] * 2
    assert table.pgettext("door", "The “club”\nis \\ open") == "O “clube”"


def test_what_has_no_translation_or_other_facts_is_noticed() -> None:
    assert missing([GAMES, Message("Hall")], {GAMES: ("%(n)s partida", ""), Message("Hall"): ("Salão",)}) == [GAMES]
    assert with_other_placeholders({Message("{players} rests"): ("{jogadores} folga",)}) == [Message("{players} rests")]
    assert with_other_placeholders({GAMES: ("uma partida", "%(n)s partidas")}) == []
    assert with_other_placeholders({GAMES: ("%(n)s partida", "várias partidas")}) == [GAMES]


def test_words_are_found_wherever_they_are_marked() -> None:
    template = """{% load i18n %}{% translate "100% here" %}{{ day|date:_("j F") }}{% firstof by _("nobody") %}
        {% blocktranslate count n=n %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}
        {% translate "free" context "estate" %}"""
    assert set(messages_of_template(template)) == {
        Message("100%% here"), Message("j F"), Message("nobody"), Message("%(n)s game", "%(n)s games"),
        Message("free", "", "estate"),
    }  # fmt: skip
    code = (
        'x = _("A " "sentence.") + ngettext("%d game", "%d games", n) + pgettext("estate", "free") + said("not this")'
    )
    assert set(messages_of_code(code)) == {
        Message("A sentence."), Message("%d game", "%d games"), Message("free", "", "estate")
    }  # fmt: skip
    rules = '"""Not this."""\nNAME: "Some Type" = Option("lot", "As in the list", f"nor {this} one")'
    assert list(sentences_of_rules(rules)) == [Message("As in the list")]
