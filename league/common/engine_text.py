"""Translations of the engine's English sentences.

The engine speaks English only, so this module has its sentences as patterns with placeholders. A recognised sentence
is translated, with "Seat 2" kept; any other stays English. Tests play games to their ends and check that none does.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, gettext

# What a sandbox says of a program that failed; a check adds where.
PROGRAMS: Final = (
    "It used up its time.",
    "It crashed.",
    "It chose an illegal move.",
    "It wrote to standard output directly.",
    "It used up its memory.",
    "Its file could not be loaded.",
    "Its file has an error or no function choose.",
    "It was away too long.",
    "The log shows where.",
    "See the log.",
    "This was in match {number} of {game}, at its move {count}.",
    "This was in match {number} of {game}, while its file was loaded.",
    "{what} took {taken} ms of processor time, {more} ms more than the limit of {most} ms.",
    "It took {taken} ms of elapsed time in the match, {more} ms more than the limit of {most} ms.",
    "It thought for {taken} ms in the match, {more} ms more than the limit of {most} ms.",
    "It was away for {taken} ms in the match, {more} ms more than the limit of {most} ms.",
)
# What stands in the gaps.
PIECES: Final = (
    "Loading the file",
    "Move {count}",
    "Its moves and the loading of its file",
)

_KINDS: Final = {
    "seat": r"[Ss]eat \d", "other": r"[Ss]eat \d|[^,.]+?", "own": r"[Ss]eat \d", "strength": r"-?\d+",
    "slot": r"[a-f]\d", "start": r"[a-f]\d", "count": r"\d+", "number": r"\d+", "points": r"-?\d+", "round": r"\d+",
    "clan": r"\w+", "colour": r"\w+",
}  # fmt: skip
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_LISTED: Final = re.compile(r", | and ")


def retold(sentences: str) -> str:
    """What the engine said, in the language at hand; seats are called "Seat 2" in every one."""
    if get_language() == settings.LANGUAGE_CODE:
        return sentences
    return " ".join(_one(sentence) or sentence for sentence in _BETWEEN.split(sentences))


def retold_by(sentence: str, templates: tuple[str, ...]) -> str:
    """What a worker kept in English, in the language at hand: one of these templates, filled, or a text as it is."""
    if not sentence or get_language() == settings.LANGUAGE_CODE:
        return sentence
    found = _matched(sentence, _given(templates))
    return gettext(found[0]).format(**dict(found[1])) if found else gettext(sentence)


def _one(sentence: str) -> str | None:
    found = _matched(sentence, _whole())
    return gettext(found[0]).format(**_filled(found[1])) if found else None


def _filled(facts: Sequence[tuple[str, str]]) -> dict[str, str]:
    return {name: _piece(said) for name, said in facts}


@lru_cache(4096)
def _piece_of(said: str, _language: str | None) -> str:
    found = _matched(said, _in_gaps())
    if found:
        return gettext(found[0]).format(**_filled(found[1]))
    parts = _LISTED.split(said)
    if len(parts) == 1:
        return said
    told = [_piece(part) for part in parts]
    if " and " not in said:
        return ", ".join(told)
    return f"{', '.join(told[:-1])}{gettext(' and ')}{told[-1]}"


def _piece(said: str) -> str:
    return _piece_of(said, get_language())


_Patterns = tuple[tuple[str, re.Pattern[str]], ...]


def _matched(sentence: str, patterns: _Patterns) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    for template, pattern in patterns:
        if found := pattern.fullmatch(sentence):
            return template, tuple(found.groupdict().items())
    return None


@cache
def _whole() -> _Patterns:
    return _patterns(PROGRAMS)


@cache
def _given(templates: tuple[str, ...]) -> _Patterns:
    return _patterns(templates)


@cache
def _in_gaps() -> _Patterns:
    return _patterns(PIECES)


def _patterns(templates: Iterable[str]) -> _Patterns:
    return tuple((template, re.compile(_pattern(template))) for template in templates)


def _pattern(template: str) -> str:
    parts = re.split(r"\{(\w+)\}", template)
    return "".join(
        f"(?P<{part}>{_KINDS.get(part, '.+?')})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
    )
