"""A catalogue of translations: the text that people edit (.po) and the table that Django reads (.mo)."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import polib

from league.common.words.finding import ROOT, Word

LOCALES: Final = ROOT / "locale"
PLURALS: Final = {"pt_BR": "nplurals=2; plural=(n != 1);"}

Translations = Mapping[Word, tuple[str, ...]]  # one form, or one for each number; empty ones are missing

_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")


def path_of(language: str, kind: str = "po") -> Path:
    """Return the path of the catalogue of a language."""
    return LOCALES / language / "LC_MESSAGES" / f"django.{kind}"


def read(text: str) -> dict[Word, tuple[str, ...]]:
    """Return the translations of a catalogue's text."""
    return {
        Word(entry.msgid, entry.msgid_plural, entry.msgctxt or ""): tuple(entry.msgstr_plural.values())
        or (entry.msgstr,)
        for entry in polib.pofile(text)
    }


def write(language: str, words: Mapping[Word, list[str]], known: Translations) -> str:
    """Return the text of a catalogue of these words in their order, with the known translations."""
    return f"{_catalogue(language, words, known)}\n"


def compiled(language: str, translations: Translations) -> bytes:
    """Return the catalogue as Django reads it; words without a translation are left out."""
    return _catalogue(language, {word: [] for word in sorted(translations)}, translations).to_binary()


def missing(words: Iterable[Word], known: Translations) -> list[Word]:
    """The words that have no translation yet."""
    return [word for word in words if not all(known.get(word) or ("",))]


def unlike(known: Translations) -> list[Word]:
    """The words whose translation names other facts than the English does, or marks them otherwise."""
    return [word for word, forms in known.items() if all(forms) and not _fits(word, forms)]


def _fits(word: Word, forms: tuple[str, ...]) -> bool:
    facts = [_facts(text) for text in (word.english, word.plural) if text]
    if not word.plural:
        return _facts(forms[0]) == facts[0]
    every = facts[0] | facts[1]
    return len(forms) == 2 and _facts(forms[1]) == facts[1] and _facts(forms[0]) <= every


def _facts(text: str) -> set[str]:
    return {matched[0] for matched in _PLACEHOLDER.finditer(text.replace("%%", ""))}


def _catalogue(language: str, words: Mapping[Word, list[str]], known: Translations) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=0)
    catalogue.metadata = {
        "Project-Id-Version": "Moothill",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for word, places in words.items():
        forms = known.get(word) or ("",) * (2 if word.plural else 1)
        entry = polib.POEntry(
            msgid=word.english,
            msgctxt=word.context or None,
            msgid_plural=word.plural,
            msgstr="" if word.plural else forms[0],
            msgstr_plural=dict(enumerate(forms)) if word.plural else {},
            occurrences=[(place, "") for place in places[:3]],
        )
        catalogue.append(entry)
    return catalogue
