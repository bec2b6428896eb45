"""Shorten names: the first name in full, of the surname a letter. Pure.

The forms are a courtesy to people whom strangers read about, not a secret: acquaintances recognise them.

Eilidh MacLeod          Eilidh M.
Ludwig van Beethoven    Ludwig B.       particles are passed over
Anne-Marie Jean-Noel    Anne-Marie J.
MacLeod, Eilidh         Eilidh M.
Eilidh                  Eilidh          there is nothing to shorten
eilidh.macleod          eilidh m.       as the beginning of a mail address
山田 太郎                太郎 山.        the surname stands first
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

NAMES_KEPT: Final = 5_000
PARTICLES: Final = frozenset(
    word
    for words in (
        "af al am an av bin ben da das de dei del della den der di do dos du el ibn la le mac mc na ni nic o of",
        "ter the van vom von y z zu zum zur",
    )
    for word in words.split()
)
TITLES: Final = frozenset({"dr", "lady", "lord", "miss", "mr", "mrs", "ms", "prof", "professor", "sir"})
SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "jnr", "snr"})
_SURNAME_FIRST = re.compile(  # Hangul, Kana and Han, nothing else
    r"[\u1100-\u11ff\u3005\u3006\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\s]+"
)


@lru_cache(NAMES_KEPT)
def short_name(name: str, letters: int = 1) -> str:
    """The name with `letters` of its surname, never all of them where it has more; without a surname as it is."""
    given, surname = _parted(unicodedata.normalize("NFC", name))
    if not surname:
        return given
    shown = "".join(_clusters(surname)[: max(1, min(letters, len(_clusters(surname)) - 1))])
    return f"{given} {shown}.".strip()


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Names as they are shortened beside each other, by key: two who would read alike get one letter more.

    Who still read alike are numbered in the order of their keys, so that a table can be read.
    """
    short = {key: short_name(name) for key, name in names.items()}
    for keys in _alike(short):
        short |= {key: short_name(names[key], 2) for key in keys}
    for keys in _alike(short):
        short |= {key: f"{short[key]} {number}" for number, key in enumerate(sorted(keys)[1:], 2)}
    return short


def _alike(short: Mapping[int, str]) -> list[list[int]]:
    by_name: dict[str, list[int]] = defaultdict(list)
    for key, name in short.items():
        by_name[name.casefold()].append(key)
    return [keys for keys in by_name.values() if len(keys) > 1]


def _parted(name: str) -> tuple[str, str]:
    """What is shown in full, and what is not."""
    family, comma, given = name.partition(",")
    if comma and family.strip() and given.strip():
        return _words(given)[0], _surname_in(_words(family))
    words = _words(name)
    if name.strip() and _SURNAME_FIRST.fullmatch(name):
        return _parted_surname_first(words)
    if len(words) == 1:
        words = [word for word in re.split(r"[._]", words[0]) if word] or words
    words = _without_title(words)
    surname = _surname_in(words[1:])
    return (words[0], surname) if surname else (" ".join(words), "")


def _parted_surname_first(words: Sequence[str]) -> tuple[str, str]:
    if len(words) > 1:
        return " ".join(words[1:]), words[0]
    return "", words[0]


def _without_title(words: Sequence[str]) -> list[str]:
    if len(words) > 2 and words[0].casefold().strip(".") in TITLES:
        return [*words[1:]]
    return [*words]


def _surname_in(words: Iterable[str]) -> str:
    """The last word that is a name: no particle, no "junior", no number; the last one with letters failing that."""
    lettered = [_trimmed(word) for word in words if any(letter.isalpha() for letter in word)]
    plain = [word for word in lettered if word.casefold() not in PARTICLES | SUFFIXES]
    return (plain or lettered or [""])[-1]


def _trimmed(word: str) -> str:
    """A word from its first letter to its last."""
    at = [place for place, letter in enumerate(word) if letter.isalpha()]
    end = at[-1] + 1
    while end < len(word) and unicodedata.combining(word[end]):
        end += 1
    return word[at[0] : end]


def _words(name: str) -> list[str]:
    return name.split() or [name]


def _clusters(word: str) -> list[str]:
    """Letters with the marks above and below them."""
    found: list[str] = []
    for letter in word:
        if found and unicodedata.category(letter).startswith("M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found
