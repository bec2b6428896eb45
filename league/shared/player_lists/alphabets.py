"""Letters beyond a to z by language, to tell which code page a list of names was saved in.

`LETTERS` has for each code page the languages that are written in it, and how likely such a list is where two explain
a text equally well. Letters that occur in names only at some places have a key of their own (`key_of`).
"""

from typing import Final

_WESTERN: Final = {
    "German": ("äöüß", 1.0),
    "French": ("àâæçéèêëîïôœùûü", 1.0),
    "Portuguese": ("áâàçéêíóôúü" + "ã+õ+", 1.0),
    "Spanish": ("áéíñóúü", 1.0),
    "Italian": ("àèéìòùù", 1.0),
    "Dutch": ("áéèëïöüó", 1.0),
    "Danish, Norwegian": ("æøåéöäü", 1.0),
    "Swedish, Finnish": ("åäöéü", 1.0),
    "Gaelic, Irish": ("àèìòùáéíóú", 1.0),
    "Catalan": ("àçéèíïóòúü", 1.0),
    "Icelandic": ("áðéíóúýþæö", 0.95),
    "Estonian": ("äöüšž" + "õ+õ", 0.9),
}
_CENTRAL: Final = {
    "Polish": ("ąćęłńóśźż", 1.0),
    "Czech": ("áčďéěíňóřšťúůýž", 1.0),
    "Slovak": ("áäčďéíĺľňóôŕšťúýž", 1.0),
    "Hungarian": ("áéíóöőúüű", 1.0),
    "Croatian, Slovene": ("čćđšž", 1.0),
    "Romanian": ("âăîşţșț", 1.0),
    "German": ("äöüß", 1.0),
}
_TURKISH: Final = {"Turkish": ("çğıöşüâîİ", 1.0)}
_BALTIC: Final = {
    "Lithuanian": ("ąčęėįšųūž", 1.0),
    "Latvian": ("āčēģīķļņšūž", 1.0),
    "Estonian": ("äöüšž" + "õ+õ", 1.0),
}
_CYRILLIC: Final = {"Cyrillic": ("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ", 1.0)}
_GREEK: Final = {"Greek": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", 1.02)}

LETTERS: Final[dict[str, dict[str, tuple[str, float]]]] = {
    "cp1252": _WESTERN,
    "cp1250": _CENTRAL,
    "cp1254": _TURKISH,
    "cp1257": _BALTIC,
    "cp1251": _CYRILLIC,
    "cp1253": _GREEK,
    "iso8859_2": _CENTRAL,
    "mac_roman": _WESTERN,
    "mac_latin2": _CENTRAL,
    "cp850": _WESTERN,
    "cp852": _CENTRAL,
}
_GREEK_LETTERS: Final = "".join(letters + letters.upper() for letters, _weight in _GREEK.values())
_ACCENTED: Final = frozenset("άέήίόύώΐΰΆΈΉΊΌΎΏ")
_NOT_COUNTED: Final = "’‘“”„–—…·ºª°\xa0\xad´"  # noqa: RUF001  (they look alike on purpose)
_LAST_LATIN: Final = "\u024f"


def keys_of(word: str) -> list[str]:
    """Return a key for each letter of the word beyond a to z: the small letter, or "" where it makes no word."""
    return [key_of(word, at) for at, letter in enumerate(word) if not letter.isascii() and letter not in _NOT_COUNTED]


def key_of(word: str, at: int) -> str:
    """Return the key of one letter."""
    letter, before, after = word[at], word[at - 1 : at], word[at + 1 : at + 2]
    if not letter.isalpha() or _breaks_capitals(letter, before, after) or not _suits_script(word, letter, after):
        return ""
    small = letter.lower() if len(letter.lower()) == 1 else letter
    if small in "ãõ":
        return _before_o_or_e(small, after)
    is_misplaced = (small == "æ" and not after) or (letter == "È" and not before)
    return "" if is_misplaced else small


def _before_o_or_e(small: str, after: str) -> str:
    """Portuguese has them in "ão", "ãe", "õe" and at the end, as "ã"; Estonian and Romanian anywhere."""
    is_portuguese = after.lower() in ({"o", "e", "s", ""} if small == "ã" else {"e"})
    return f"{small}+" if is_portuguese else small


def _breaks_capitals(letter: str, before: str, after: str) -> bool:
    if letter.isupper():
        return before.islower()
    return before.isupper() and after.isupper()


def _suits_script(word: str, letter: str, after: str) -> bool:
    """No word mixes Latin letters with others; a Greek one has an accent, and its own s at the end."""
    if letter <= _LAST_LATIN:
        return True
    if any(other.isascii() and other.isalpha() for other in word):
        return False
    if letter not in _GREEK_LETTERS:
        return True
    return letter != ("σ" if not after else "ς") and bool(word.isupper() or _ACCENTED & set(word))  # noqa: RUF001  (a Greek letter)


def coverage(keys: list[str], code_page: str) -> float:
    """Return how well some language of the code page explains these letters, from 0 to 1.2."""
    if not keys:
        return 0.0
    in_languages = (
        weight * sum(key in _split(letters) for key in keys if key) for letters, weight in LETTERS[code_page].values()
    )
    return max(in_languages) / len(keys) + 0.2 * sum(map(bool, keys)) / len(keys)


def _split(letters: str) -> frozenset[str]:
    plus = {f"{letters[at - 1]}+" for at, mark in enumerate(letters) if mark == "+"}
    alone = {letter for at, letter in enumerate(letters) if letter != "+" and letters[at + 1 : at + 2] != "+"}
    return frozenset(plus | alone)
