"""Who sits down: a player, or a visitor known by an unguessable key in their session."""

import secrets
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest

from league.members.models import Player
from league.members.selectors import player_of
from league.members.services.players import player_for

KEY = "play"  # where the session keeps a visitor's key


class Sitter(NamedTuple):
    """One of the two; with neither, a visitor who has not begun anything."""

    player: Player | None = None
    key_hash: str = ""

    @property
    def is_visitor(self) -> bool:
        """Whether nobody is signed in."""
        return self.player is None

    def owned(self) -> Q:
        """The sittings that are theirs; none of somebody who is neither."""
        if self.player is not None:
            return Q(player=self.player)
        return Q(player=None, key_hash=self.key_hash) if self.key_hash else Q(pk__in=())


def sitter_of(request: HttpRequest) -> Sitter:
    """Who asks. An account of the command line has no player before it begins something."""
    if request.user.is_authenticated:
        return Sitter(player_of(request.user))
    key = request.session.get(KEY, "")
    if key and request.method == "POST":
        request.session.modified = True  # kept anew, so that the key lasts as long as a game waits after the last move
    return Sitter(key_hash=hash_of(key))


def sitter_who_begins(request: HttpRequest) -> Sitter:
    """Who asks; a visitor without a key is given one, an account without a player that."""
    if request.user.is_authenticated:
        return Sitter(player_for(request.user))
    sitter = sitter_of(request)
    if sitter.key_hash:
        return sitter
    key = request.session[KEY] = secrets.token_urlsafe(32)
    return Sitter(key_hash=hash_of(key))


def hash_of(key: str) -> str:
    """What the rows hold of a key, so that whoever reads them can play for nobody."""
    return sha256(key.encode()).hexdigest() if key else ""
