"""Similarity of names, by their letters and by their look."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

CLOSE: Final = 0.8
A_WORD: Final = 0.9


def folded(name: str) -> str:
    """Return a name for comparison: in lower case, without doubled spaces."""
    return " ".join(name.casefold().split())


def similarity(one: str, other: str) -> float:
    """From 0 to 1; 1 is the same. Somebody who left out the surname, or the first name, is close. Both are folded."""
    if one == other:
        return 1.0
    if one in other.split() or other in one.split():
        return A_WORD
    return SequenceMatcher(None, one, other).ratio()


class Names:
    """An index of names, to find those close to one."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [folded(name) for name in names]
        self._same: dict[str, list[int]] = {}
        self._with_word: dict[str, list[int]] = {}
        self._bits: dict[tuple[str, int], int] = {}
        self._matchers: dict[int, SequenceMatcher[str]] = {}
        for place, name in enumerate(self._names):
            self._same.setdefault(name, []).append(place)
            for word in set(name.split()):
                self._with_word.setdefault(word, []).append(place)
        self._letters = [self._letter_bits(name, learning=True) for name in self._names]

    def close_to(self, name: str) -> list[tuple[float, int]]:
        """Return similarity and index of every name at least `CLOSE` to this one, by index."""
        wanted = folded(name)
        if not wanted:
            return []
        found = dict.fromkeys(self._with_word.get(wanted, ()), A_WORD)
        for word in wanted.split():
            found |= dict.fromkeys(self._same.get(word, ()), A_WORD)
        found |= dict.fromkeys(self._same.get(wanted, ()), 1.0)
        for place in self._candidates(wanted):
            if place not in found and (ratio := self._ratio(wanted, place)) >= CLOSE:
                found[place] = ratio
        return [(ratio, place) for place, ratio in sorted(found.items())]

    def _candidates(self, wanted: str) -> list[int]:
        """Those that have so many letters in common, in any order, that they may be close."""
        letters, length = self._letter_bits(wanted, learning=False), len(wanted)
        return [
            place
            for place, own in enumerate(self._letters)
            if 2.0 * (letters & own).bit_count() / (length + len(self._names[place])) >= CLOSE
        ]

    def _ratio(self, wanted: str, place: int) -> float:
        other = self._names[place]
        if 2.0 * longest_common(wanted, other) / (len(wanted) + len(other)) < CLOSE:
            return 0.0
        matcher = self._matchers.get(place)
        if matcher is None:
            matcher = self._matchers[place] = SequenceMatcher(None, "", other)
        matcher.set_seq1(wanted)
        return matcher.ratio()

    def _letter_bits(self, name: str, *, learning: bool) -> int:
        """The letters of a name as bits, one for the first `a`, another for the second; unknown ones are left out."""
        seen: dict[str, int] = {}
        letters = 0
        for letter in name:
            key = (letter, seen.get(letter, 0))
            seen[letter] = key[1] + 1
            bit = self._bits.setdefault(key, len(self._bits)) if learning else self._bits.get(key)
            letters |= 0 if bit is None else 1 << bit
        return letters


def longest_common(one: str, other: str) -> int:
    """Return the length of the longest common subsequence.

    Bit-parallel: Hyyrö, Bit-parallel LCS-length computation revisited (2004).
    """
    places: dict[str, int] = {}
    for at, letter in enumerate(other):
        places[letter] = places.get(letter, 0) | 1 << at
    everywhere = (1 << len(other)) - 1
    free = everywhere
    for letter in one:
        taken = free & places.get(letter, 0)
        free = (free + taken | free - taken) & everywhere
    return len(other) - free.bit_count()


# ruff: noqa: RUF001


_LIKE: Final = {
    "2": "Ƨ",
    "3": "ƷȜЗӠ",
    "5": "Ƽ",
    "6": "б",
    "8": "Ȣȣ",
    "A": "ΑА",
    "AE": "ÆӔ",
    "B": "ΒВ",
    "C": "С",
    "E": "ΕЕ",
    "F": "Ϝ",
    "G": "Ԍ",
    "H": "ΗН",
    "J": "ͿЈ",
    "K": "ΚК",
    "M": "ΜϺМ",
    "N": "Ν",
    "O": "ΟО",
    "OE": "Œ",
    "P": "ΡР",
    "R": "Ʀ",
    "S": "Ѕ",
    "T": "ΤТ",
    "V": "Ѵ",
    "W": "Ԝ",
    "X": "ΧХ",
    "Y": "ΥУҮ",
    "Z": "Ζ",
    "a": "ɑαа",
    "ae": "æӕ",
    "b": "ƄЬ",
    "bl": "Ы",
    "c": "сᴄ",
    "d": "ԁ",
    "dz": "ʣ",
    "e": "еҽ",
    "f": "ẝ",
    "g": "ƍɡᶃ",
    "h": "һ",
    "i": "ıɩɪιіӏ",
    "j": "ϳј",
    "l": "ƖǀΙІӀ",
    "lO": "Ю",
    "ll": "ǁ",
    "ls": "ʪ",
    "lz": "ʫ",
    "o": "οσоᴏᴑ",
    "oe": "œ",
    "p": "ρр",
    "q": "ԛ",
    "r": "гᴦ",
    "s": "ƽѕ",
    "ts": "ʦ",
    "u": "ʋυᴜ",
    "ue": "ᵫ",
    "v": "νѵᴠ",
    "w": "ɯѡԝᴡ",
    "x": "х",
    "y": "ɣʏγуүᶌỿ",
    "z": "ᴢ",
}
_LETTERS: Final = str.maketrans({letter: plain for plain, letters in _LIKE.items() for letter in letters})
_SMALL: Final = str.maketrans({"l": "i", "1": "i", "|": "i", "0": "o"})
_UNSEEN: Final = re.compile("[\u00ad\u034f\u180b-\u180f\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


@lru_cache(maxsize=10_000)
def look_of(name: str) -> str:
    """Return what is the same for all names that look like this one."""
    letters = unicodedata.normalize("NFKD", _UNSEEN.sub("", name)).translate(_LETTERS)
    small = unicodedata.normalize("NFKD", letters.casefold()).translate(_LETTERS)
    return " ".join(small.translate(_SMALL).replace("rn", "m").split())


def bare_look_of(name: str) -> str:
    """Return the same of its letters and digits alone, without accents."""
    return "".join(letter for letter in look_of(name) if letter.isalnum())
