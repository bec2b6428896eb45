"""The text of a file: UTF-8 or UTF-16, else in the code page whose letters make the likeliest names.

Excel saves "CSV" in the code page of its Windows, "Unicode text" in UTF-16 and "CSV UTF-8" with a byte order mark;
LibreOffice asks, Google Sheets writes UTF-8. A code page does not say which it is, so others can be chosen.
"""

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.shared.errors import ListRefused
from league.shared.player_lists.alphabets import coverage, keys_of

MOST_BYTES: Final = 500_000
MOST_READINGS: Final = 5
MOST_WORDS: Final = 2_000  # that are looked at; more would not change the answer
MOST_SHOWN: Final = 4
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
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_WORD: Final = re.compile(rb"[A-Za-z'\x80-\xff]*[\x80-\xff][A-Za-z'\x80-\xff]*")
_CONTROLS: Final = re.compile(r"[\x80-\x9f]")
_WORST_OFFERED: Final = 0.5


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and the code page it was read in; "" for UTF-8 and UTF-16, which leave no doubt."""

    text: str
    code_page: str = ""


@dataclass(frozen=True)
class Reading:
    """Another code page that a file may be in, with some words as they would be then."""

    code_page: str
    words: Sequence[str]

    @cached_property
    def name(self) -> str:
        """What people call the code page."""
        return str(NAMES[self.code_page])


def text_of(sent: bytes) -> Decoded:
    """Return the text of a file. Raise `ListRefused` for one that is too large, or no text."""
    if len(sent) > MOST_BYTES:
        raise ListRefused(
            _("The file is larger than %(most)d kB. Remove columns that you do not need, or send two files.")
            % {"most": MOST_BYTES // 1000},
            field="file",
        )
    if sent.startswith(_WORKBOOKS):
        raise ListRefused(_("This is not a CSV file. Save the list as CSV and choose that file."), field="file")
    name = _unicode_of(sent)
    if not name:
        code_page = _scored(sent)[0][1]
        return Decoded(sent.decode(code_page), code_page)
    try:
        return Decoded(sent.decode(name).removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise ListRefused(_("The file is damaged. Save the list as CSV again."), field="file") from error


def readings_of(text: str, code_page: str) -> list[Reading]:
    """Return the other code pages that give other names, the likeliest first."""
    sent = _sent(text, code_page)
    if sent is None:
        return []
    found: dict[str, Reading] = {text: Reading(code_page, ())}
    for score, name in _scored(sent):
        read = sent.decode(name)
        if score >= _WORST_OFFERED and read not in found:
            found[read] = Reading(name, _different(sent, code_page, name))
    return list(found.values())[1 : MOST_READINGS + 1]


def read_again(text: str, code_page: str, wanted: str) -> Decoded:
    """Return the text as it is in another code page than it was read in; as it was where it is not in that one."""
    sent = _sent(text, code_page)
    try:
        return Decoded(sent.decode(wanted), wanted) if sent is not None and wanted in NAMES else Decoded(text)
    except UnicodeDecodeError:
        return Decoded(text, code_page)


def _sent(text: str, code_page: str) -> bytes | None:
    """The bytes of a text that was read in a code page; None where it has been changed since."""
    try:
        return text.encode(code_page) if code_page in NAMES else None
    except UnicodeEncodeError:
        return None


def _unicode_of(sent: bytes) -> str:
    """The name of the Unicode encoding, or "" for a code page."""
    marked = next((name for mark, name in _MARKS if sent.startswith(mark)), "")
    if marked:
        return marked
    if b"\0" in sent:
        return _utf_16_of(sent)
    try:
        sent.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "utf-8"


def _utf_16_of(sent: bytes) -> str:
    """UTF-16 without a mark: every other byte of Western text is zero."""
    first, second = sent[::2].count(0), sent[1::2].count(0)
    if max(first, second) * 5 < len(sent) or min(first, second) * 20 > len(sent):
        raise ListRefused(_("This is not a CSV file. Save the list as CSV and choose that file."), field="file")
    return "utf-16-be" if first > second else "utf-16-le"


def _scored(sent: bytes) -> list[tuple[float, str]]:
    """The code pages that the bytes may be in, the best first; of equal ones that which is named first."""
    words = [word for word, _times in Counter(_WORD.findall(sent)).most_common(MOST_WORDS)]
    found = [(_score(words, name), name) for name in NAMES if _is_in(sent, name)]
    return sorted(found, key=lambda one: -one[0])


def _is_in(sent: bytes, code_page: str) -> bool:
    try:
        return not _CONTROLS.search(sent.decode(code_page))
    except UnicodeDecodeError:
        return False


def _score(words: Sequence[bytes], code_page: str) -> float:
    return coverage([key for word in words for key in keys_of(word.decode(code_page))], code_page)


def _different(sent: bytes, code_page: str, other: str) -> list[str]:
    words = list(dict.fromkeys(_WORD.findall(sent)))
    return [word.decode(other) for word in words if word.decode(code_page) != word.decode(other)][:MOST_SHOWN]
