"""Who owns a game against bots: a player, or a visitor with an unguessable key in their session."""

import secrets
from hashlib import sha256
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.services import seat_visitor
from games.play.errors import NoSuchPracticeGame
from games.play.models import PracticeGame
from league.accounts.models import Player
from league.accounts.queries import player_of
from league.accounts.services.players import player_for
from league.common.models import first_or_refuse
from league.results.errors import RefusedResult
from league.results.models import Pool

log = structlog.get_logger(__name__)


KEY = "play"  # where the session keeps a visitor's key


class SessionOwner(NamedTuple):
    """A player, or a visitor; with neither, a visitor who has not started a game."""

    player: Player | None = None
    key_hash: str = ""

    def owned(self) -> Q:
        """Return the filter for the owner's games."""
        if self.player is not None:
            return Q(player=self.player)
        return Q(player=None, key_hash=self.key_hash) if self.key_hash else Q(pk__in=())


def session_owner(request: HttpRequest) -> SessionOwner:
    """Return the owner of the request. An account without results may have no player yet."""
    if request.user.is_authenticated:
        return SessionOwner(player_of(request.user))
    key = request.session.get(KEY, "")
    if key and request.method == "POST":
        request.session.modified = True  # renews the key's expiry
    return SessionOwner(key_hash=hash_of(key))


def session_owner_who_starts(request: HttpRequest) -> SessionOwner:
    """Return the owner, and create a visitor's key or an account's player where there is none."""
    if request.user.is_authenticated:
        return SessionOwner(player_for(request.user))
    owner = session_owner(request)
    if owner.key_hash:
        return owner
    key = request.session[KEY] = secrets.token_urlsafe(32)
    return SessionOwner(key_hash=hash_of(key))


def hash_of(key: str) -> str:
    """Return the hash of a key, as stored."""
    return sha256(key.encode()).hexdigest() if key else ""


@transaction.atomic
def claim_practice_games(*, key_hash: str, player: Player) -> int:
    """Give the visitor's games to the player, and return how many. Finished ones enter the ledger unrated.

    Games in progress stay unrated too: the person has seen how they go.
    """
    if not key_hash:
        return 0
    rows = PracticeGame.objects.select_for_update().filter(player=None, key_hash=key_hash)
    practice_games = list(rows.order_by("pk"))
    for practice_game in practice_games:
        practice_game.player, practice_game.key_hash = player, ""
        practice_game.save(update_fields=["player", "key_hash"])
    # In the lock order of pools; read after the rows are locked, since a game may end meanwhile.
    for match in (
        Match.objects.filter(practice_game__in=practice_games).select_related("block", "pool").order_by("pool_id", "pk")
    ):
        try:
            with transaction.atomic():
                seat_visitor(match=match, player=player)
        except RefusedResult as refusal:  # must not stop the sign-in
            log.error("the ledger refused a visitor's game", match=match.public_id, cause=refusal.message)
    return len(practice_games)


def practice_game_of(owner: SessionOwner, public_id: str) -> PracticeGame:
    """Return the owner's game at that address, with its match. Raise `NoSuchPracticeGame`."""
    own = PracticeGame.objects.filter(owner.owned(), public_id=public_id).select_related("match", "player", "pool")
    sentence = _("You have no game at this address. Perhaps you started it in another browser.")
    return first_or_refuse(own, NoSuchPracticeGame(sentence))


def practice_games_of(owner: SessionOwner, *, game: str = "") -> QuerySet[PracticeGame]:
    """Return the owner's games, the latest first, without events; of one `game` only those in progress."""
    own = PracticeGame.objects.filter(owner.owned()).defer("events").order_by("-touched_at")
    return own.filter(game=game, status=PracticeGame.Status.PLAYING) if game else own


def pool_that_rates(game: str, seats: int) -> Pool | None:
    """Return the site's pool that rates such a table, if a site admin allowed it; the one for its seats first."""
    pools = Pool.objects.filter(game=game, player_kind=Pool.Kind.ALL, club=None, rates_play=True)
    fitting = pools.filter(seats=seats) | pools.filter(seats=None)
    return fitting.order_by(F("seats").asc(nulls_last=True)).first()
