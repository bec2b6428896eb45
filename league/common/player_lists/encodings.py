"""The text of a file: UTF-8 or UTF-16, else the code page whose letters make the likeliest names."""

import codecs
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.common.errors import ListRefused

_WESTERN: Final = {
    "German": ("äöüß", 1.0),
    "French": ("àâæçéèêëîïôœùûü", 1.0),
    "Portuguese": ([*"áâàçéêíóôúü", "ã+", "õ+"], 1.0),
    "Spanish": ("áéíñóúü", 1.0),
    "Italian": ("àèéìòùù", 1.0),
    "Dutch": ("áéèëïöüó", 1.0),
    "Danish, Norwegian": ("æøåéöäü", 1.0),
    "Swedish, Finnish": ("åäöéü", 1.0),
    "Gaelic, Irish": ("àèìòùáéíóú", 1.0),
    "Catalan": ("àçéèíïóòúü", 1.0),
    "Icelandic": ("áðéíóúýþæö", 0.95),
    "Estonian": ([*"äöüšž", "õ+", "õ"], 0.9),
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
    "Estonian": ([*"äöüšž", "õ+", "õ"], 1.0),
}
_CYRILLIC: Final = {"Cyrillic": ("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ", 1.0)}
_GREEK_SMALL: Final = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
_GREEK: Final = {"Greek": (_GREEK_SMALL, 1.02)}

LETTERS: Final[dict[str, Mapping[str, tuple[Collection[str], float]]]] = {
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
_GREEK_LETTERS: Final = _GREEK_SMALL + _GREEK_SMALL.upper()
_ACCENTED: Final = frozenset("άέήίόύώΐΰΆΈΉΊΌΎΏ")
_NOT_COUNTED: Final = "’‘“”„–—…·ºª°\xa0\xad´"  # noqa: RUF001  (they look alike on purpose)
_LAST_LATIN: Final = "\u024f"
MOST_BYTES: Final = 500_000
MOST_READINGS: Final = 5  # that are offered besides the likeliest
MOST_WORDS: Final = 2_000  # that are looked at; more would not change the answer
MOST_SHOWN: Final = 4  # words of a reading
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_WORD: Final = re.compile(rb"[A-Za-z'\x80-\xff]+")
_CONTROLS: Final = re.compile(r"[\x80-\x9f]")
_WORST_OFFERED: Final = 0.5  # score of a reading
NAMES: Final = {
    "cp1252": gettext_lazy("Western European (Windows)"),
    "cp1250": gettext_lazy("Central European (Windows)"),
    "cp1254": gettext_lazy("Turkish (Windows)"),
    "cp1257": gettext_lazy("Baltic (Windows)"),
    "cp1251": gettext_lazy("Cyrillic (Windows)"),
    "cp1253": gettext_lazy("Greek (Windows)"),
    "iso8859_2": gettext_lazy("Central European (ISO)"),
    "mac_roman": gettext_lazy("Western European (Mac)"),
    "mac_latin2": gettext_lazy("Central European (Mac)"),
    "cp850": gettext_lazy("Western European (DOS)"),
    "cp852": gettext_lazy("Central European (DOS)"),
}
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, and the code page it was read in; "" for UTF-8 and UTF-16, which leave no doubt."""

    text: str
    code_page: str = ""


@dataclass(frozen=True)
class OtherReading:
    """Another code page that a file may be in, with some words as they would be then."""

    code_page: str
    words: Sequence[str]

    @cached_property
    def name(self) -> str:
        """What people call the code page."""
        return str(NAMES[self.code_page])


def text_of(data: bytes) -> DecodedText:
    """Return the text of a file. Raise `ListRefused` for one that is too large, or no text."""
    if len(data) > MOST_BYTES:
        raise ListRefused(
            _("The file is larger than %(most)d kB. Remove columns that you do not need, or send two files.")
            % {"most": MOST_BYTES // 1000},
            field="file",
        )
    if data.startswith(_WORKBOOKS):
        raise ListRefused(_("This is not a CSV file. Save the list as CSV and choose that file."), field="file")
    name = _unicode_of(data)
    if not name:
        code_page = _possible_encodings(data)[0][1]
        return DecodedText(data.decode(code_page), code_page)
    try:
        return DecodedText(data.decode(name).removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise ListRefused(_("The file is damaged. Save the list as CSV again."), field="file") from error


def readings_of(text: str, code_page: str) -> list[OtherReading]:
    """Return the other code pages that give other names, the likeliest first."""
    data = _bytes_of(text, code_page)
    if data is None:
        return []
    found: dict[str, OtherReading] = {text: OtherReading(code_page, ())}
    for score, name in _possible_encodings(data):
        read = data.decode(name)
        if score >= _WORST_OFFERED and read not in found:
            found[read] = OtherReading(name, _different_words(data, code_page, name))
    return list(found.values())[1 : MOST_READINGS + 1]


def read_again(text: str, code_page: str, encoding: str) -> DecodedText:
    """Return the text as it is in another code page than it was read in; as it was where it is not in that one."""
    data = _bytes_of(text, code_page)
    if data is None or encoding not in NAMES:
        return DecodedText(text)
    try:
        return DecodedText(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        return DecodedText(text, code_page)


def _bytes_of(text: str, code_page: str) -> bytes | None:
    """Return the bytes of a text that was read in a code page; None if it has been changed since."""
    try:
        return text.encode(code_page) if code_page in NAMES else None
    except UnicodeEncodeError:
        return None


def _unicode_of(data: bytes) -> str:
    """Return the name of the Unicode encoding, or "" for a code page."""
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    if marked:
        return marked
    if b"\0" in data:
        return _utf_16_of(data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "utf-8"


def _utf_16_of(data: bytes) -> str:
    """Return the kind of UTF-16 without a mark: every other byte of Western text is zero."""
    first, second = data[::2].count(0), data[1::2].count(0)
    if max(first, second) * 5 < len(data) or min(first, second) * 20 > len(data):
        raise ListRefused(_("This is not a CSV file. Save the list as CSV and choose that file."), field="file")
    return "utf-16-be" if first > second else "utf-16-le"


def _possible_encodings(data: bytes) -> list[tuple[float, str]]:
    """Return the code pages that the bytes may be in, the best first; equal ones in the order of `NAMES`."""
    words = [word for word, _times in Counter(_words(data)).most_common(MOST_WORDS)]
    found = [(_coverage(words, name), name) for name in NAMES if _is_in(data, name)]
    return sorted(found, key=lambda pair: -pair[0])


def _words(data: bytes) -> list[bytes]:
    """Return the words that have letters beyond a to z."""
    return [word for word in _WORD.findall(data) if not word.isascii()]


def _is_in(data: bytes, code_page: str) -> bool:
    try:
        return not _CONTROLS.search(data.decode(code_page))
    except UnicodeDecodeError:
        return False


def _different_words(data: bytes, code_page: str, other: str) -> list[str]:
    words = list(dict.fromkeys(_words(data)))
    return [word.decode(other) for word in words if word.decode(code_page) != word.decode(other)][:MOST_SHOWN]


def _keys_of(word: str) -> list[str]:
    """Return a key for each letter of the word beyond a to z: the small letter, or "" where it makes no word."""
    return [_key_of(word, at) for at, letter in enumerate(word) if not letter.isascii() and letter not in _NOT_COUNTED]


def _key_of(word: str, at: int) -> str:
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
    """Return the key of ã or õ: Portuguese has them in "ão", "ãe", "õe" and "ã" at the end, Estonian anywhere."""
    is_portuguese = after.lower() in ({"o", "e", "s", ""} if small == "ã" else {"e"})
    return f"{small}+" if is_portuguese else small


def _breaks_capitals(letter: str, before: str, after: str) -> bool:
    if letter.isupper():
        return before.islower()
    return before.isupper() and after.isupper()


def _suits_script(word: str, letter: str, after: str) -> bool:
    """Return whether the letter can be in the word: none mixes scripts; a Greek one has an accent and a final sigma."""
    if letter <= _LAST_LATIN:
        return True
    if any(other.isascii() and other.isalpha() for other in word):
        return False
    if letter not in _GREEK_LETTERS:
        return True
    return letter != ("σ" if not after else "ς") and bool(word.isupper() or _ACCENTED & set(word))  # noqa: RUF001  (a Greek letter)


def _coverage(words: Sequence[bytes], code_page: str) -> float:
    """Return how well some language of the code page explains the letters of these words, from 0 to 1.2."""
    keys = [key for word in words for key in _keys_of(word.decode(code_page))]
    if not keys:
        return 0.0
    languages = LETTERS[code_page].values()
    known = max(weight * sum(key in letters for key in keys if key) for letters, weight in languages)
    return known / len(keys) + 0.2 * sum(map(bool, keys)) / len(keys)
