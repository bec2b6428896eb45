"""A catalogue of translations: the text that people edit (.po) and the table that Django reads (.mo)."""

import ast
import re
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from league.shared.words.finding import ROOT, Word

LOCALES: Final = ROOT / "locale"
PLURALS: Final = {"pt_BR": "nplurals=2; plural=(n != 1);"}

Translations = Mapping[Word, tuple[str, ...]]  # one form, or one for each number; empty ones are missing

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) )?(".*")$')
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")
_HEADER: Final = "Project-Id-Version: Moothill\nLanguage: {language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nPlural-Forms: {plurals}\n"  # noqa: E501  (as gettext wants it)


def path_of(language: str, kind: str = "po") -> Path:
    """Where the catalogue of a language lies."""
    return LOCALES / language / "LC_MESSAGES" / f"django.{kind}"


def read(text: str) -> dict[Word, tuple[str, ...]]:
    """The translations of a catalogue's text."""
    found: dict[Word, tuple[str, ...]] = {}
    for block in re.split(r"\n\s*\n", text):
        parts: dict[str, str] = {}
        part = ""
        for line in block.splitlines():
            if matched := _LINE.match(line):
                part = matched[1] or part
                parts[part] = parts.get(part, "") + ast.literal_eval(matched[2])
        if parts.get("msgid"):
            word = Word(parts["msgid"], parts.get("msgid_plural", ""), parts.get("msgctxt", ""))
            found[word] = tuple(said for name, said in parts.items() if name.startswith("msgstr"))
    return found


def write(language: str, words: Mapping[Word, list[str]], known: Translations) -> str:
    """The text of a catalogue that holds these words in their order, with what is known of each."""
    blocks = ['msgid ""\nmsgstr ""\n' + "\n".join(map(_quoted, _header(language).splitlines(keepends=True)))]
    for word, places in words.items():
        lines = [f"#: {place}" for place in places[:3]]
        if word.context:
            lines.append(f"msgctxt {_quoted(word.context)}")
        lines.append(f"msgid {_quoted(word.english)}")
        said = known.get(word) or ("",) * (2 if word.plural else 1)
        if word.plural:
            lines.append(f"msgid_plural {_quoted(word.plural)}")
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(said)]
        else:
            lines.append(f"msgstr {_quoted(said[0])}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def compiled(language: str, translations: Translations) -> bytes:
    """The table of a catalogue, as gettext lays it out: sorted, and without what is missing."""
    rows = {"": _header(language)}
    for word, forms in translations.items():
        if all(forms):
            key = f"{word.context}\x04{word.english}" if word.context else word.english
            rows[f"{key}\0{word.plural}" if word.plural else key] = "\0".join(forms)
    keys = sorted(rows, key=str.encode)
    texts = [key.encode() for key in keys] + [rows[key].encode() for key in keys]
    begin = 28 + 8 * len(texts)
    table, heap = [], bytearray()
    for text in texts:
        table += [len(text), begin + len(heap)]
        heap += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, begin)
    return head + struct.pack(f"<{len(table)}I", *table) + bytes(heap)


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


def _header(language: str) -> str:
    return _HEADER.format(language=language, plurals=PLURALS[language])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
