"""What play does when somebody signs in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from games.play.services.belonging import take_along
from games.play.services.sweeping import forget_unfinished
from games.play.sitters import KEY, hash_of
from league.members.models import Account, Player
from league.members.services.players import player_for
from league.members.signals import account_leaving


@receiver(user_logged_in, dispatch_uid="games.play.take_along")
def take_sittings_along(*, request: HttpRequest | None, user: Account, **_: Any) -> None:
    """Give the sittings of the visitor who signs in here, or joins, to their player."""
    session = getattr(request, "session", None)
    if session is None or KEY not in session:
        return
    take_along(key_hash=hash_of(session.pop(KEY)), player=player_for(user))


@receiver(account_leaving, dispatch_uid="games.play.forget")
def forget_games_left_open(*, player: Player | None, **_: Any) -> None:
    """Games that were not finished were theirs alone."""
    if player is not None:
        forget_unfinished(player=player)
