"""What a bot may be called: a name that can be read, and that no other bot has in letters that look alike."""

import unicodedata

from django.utils.translation import gettext as _

from games.bots.errors import NameRefused
from games.bots.limits import LONGEST_NAME, SHORTEST_NAME
from league.members.reserved_names import is_reserved

_SIGNS = frozenset(" -_.'\N{RIGHT SINGLE QUOTATION MARK}")


def name_read(name: str) -> str:
    """The name as it will be shown, composed and without outer or doubled spaces. Raises `NameRefused`."""
    words = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST_NAME <= len(words) <= LONGEST_NAME:
        sentence = _("The name has %(count)d characters. Use %(least)d to %(most)d.")
        facts = {"least": SHORTEST_NAME, "most": LONGEST_NAME, "count": len(words)}
        raise NameRefused(sentence % facts, field="name")
    if not all(letter.isalnum() or letter in _SIGNS for letter in words) or not any(map(str.isalpha, words)):
        raise NameRefused(_("Invalid character in the name. Use letters, digits, spaces and - _ . '"), field="name")
    if len(_alphabets(words)) > 1:
        raise NameRefused(_("The name mixes alphabets. Use the letters of one alphabet."), field="name")
    if is_reserved(words):
        raise NameRefused(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return words


def key_of(name: str) -> str:
    """What names that look alike have in common: letters and digits alone, in small letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())


def _alphabets(words: str) -> set[str]:
    """Latin, Cyrillic, Greek and so on, as Unicode names the letters."""
    return {unicodedata.name(letter, "?").partition(" ")[0] for letter in words if letter.isalpha()}
