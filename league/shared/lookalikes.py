"""Names that look alike: what they have in common, so that one is not taken for another.

The skeleton of UTS 39 for Latin, Greek and Cyrillic letters, digits and accents; capitals do not count. The letters are
those of Unicode's confusables.txt that look like letters or digits of ASCII.
"""
# ruff: noqa: RUF001

import re
import unicodedata
from functools import lru_cache
from typing import Final

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
