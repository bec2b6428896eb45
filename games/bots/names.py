"""Names of bots: which are allowed, and which are free."""

import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from games.bots import errors
from games.bots.models import RemoteBot, UploadedBot
from league.accounts.models import Player
from league.accounts.names import is_reserved
from league.common.locks import advisory_lock
from league.common.name_similarity import bare_look_of

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 40
_SIGNS = frozenset(" -_.'\N{RIGHT SINGLE QUOTATION MARK}")


def checked_name(name: str) -> str:
    """Return the normalised name. Raise `NameRefused`."""
    words = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST_NAME <= len(words) <= LONGEST_NAME:
        sentence = _("The name has %(count)d characters. Use %(least)d to %(most)d.")
        facts = {"least": SHORTEST_NAME, "most": LONGEST_NAME, "count": len(words)}
        raise errors.NameRefused(sentence % facts, field="name")
    if not all(letter.isalnum() or letter in _SIGNS for letter in words) or not any(map(str.isalpha, words)):
        raise errors.NameRefused(
            _("Invalid character in the name. Use letters, digits, spaces and - _ . '"), field="name"
        )
    alphabets = {unicodedata.name(letter, "?").partition(" ")[0] for letter in words if letter.isalpha()}
    if len(alphabets) > 1:  # Latin, Cyrillic, Greek and so on
        raise errors.NameRefused(_("The name mixes alphabets. Use the letters of one alphabet."), field="name")
    if is_reserved(words):
        raise errors.NameRefused(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return words


def key_of(name: str) -> str:
    """Return what similar names have in common: lower-case letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())


def check_name_free(name: str, *, but: int | None = None) -> None:
    """Raise `NameRefused` where a bot but `but` is called so or looks so. Locks all names in the transaction."""
    advisory_lock("games.bots.names")
    but = but or 0  # no player has this id
    bots = Player.objects.filter(kind=Player.Kind.BOT, merged_into=None).exclude(pk=but)
    look = bare_look_of(name)
    looks_taken = any(bare_look_of(other) == look for other in bots.values_list("name", flat=True))
    kept = (kind.objects.filter(name_key=key_of(name)).exclude(player=but) for kind in (UploadedBot, RemoteBot))
    if looks_taken or any(found.exists() for found in kept):
        raise errors.NameRefused(_("Another bot has this name or a similar one. Choose another name."), field="name")
