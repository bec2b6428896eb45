"""Similarity of names, by their letters and by their look."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz, process

CLOSE: Final = 0.8
SAME_WORD: Final = 0.9
_LOOKALIKES: Final = {
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
_LETTERS: Final = str.maketrans({letter: plain for plain, letters in _LOOKALIKES.items() for letter in letters})
_SMALL_LOOKALIKES: Final = str.maketrans({"l": "i", "1": "i", "|": "i", "0": "o"})
_UNSEEN: Final = re.compile("[\u00ad\u034f\u180b-\u180f\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def folded(name: str) -> str:
    """Return a name for comparison: in lower case, without doubled spaces."""
    return " ".join(name.casefold().split())


def similarity(one: str, other: str) -> float:
    """Return a number from 0 to 1 (the same): the share of letters in the longest common subsequence.

    A name without its surname, or without its first name, is close. Both are folded.
    """
    if one == other:
        return 1.0
    if one in other.split() or other in one.split():
        return SAME_WORD
    return fuzz.ratio(one, other) / 100


class NameIndex:
    """An index of names, to find those close to one."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [folded(name) for name in names]
        self._same: dict[str, list[int]] = {}
        self._with_word: dict[str, list[int]] = {}
        for index, name in enumerate(self._names):
            self._same.setdefault(name, []).append(index)
            for word in set(name.split()):
                self._with_word.setdefault(word, []).append(index)

    def close_to(self, name: str) -> list[tuple[float, int]]:
        """Return similarity and index of every name at least `CLOSE` to this one, by index."""
        folded_name = folded(name)
        if not folded_name:
            return []
        similar = process.extract(folded_name, self._names, scorer=fuzz.ratio, score_cutoff=100 * CLOSE, limit=None)
        ratios = {index: ratio / 100 for _, ratio, index in similar}
        ratios |= dict.fromkeys(self._with_word.get(folded_name, ()), SAME_WORD)
        for word in folded_name.split():
            ratios |= dict.fromkeys(self._same.get(word, ()), SAME_WORD)
        ratios |= dict.fromkeys(self._same.get(folded_name, ()), 1.0)
        return [(ratio, index) for index, ratio in sorted(ratios.items())]


# ruff: noqa: RUF001


@lru_cache(maxsize=10_000)
def look_of(name: str) -> str:
    """Return what is the same for all names that look like this one."""
    letters = unicodedata.normalize("NFKD", _UNSEEN.sub("", name)).translate(_LETTERS)
    small = unicodedata.normalize("NFKD", letters.casefold()).translate(_LETTERS)
    return " ".join(small.translate(_SMALL_LOOKALIKES).replace("rn", "m").split())


def bare_look_of(name: str) -> str:
    """Return the letters and digits of `look_of` alone, without accents."""
    return "".join(letter for letter in look_of(name) if letter.isalnum())
