"""What play registers with lower apps: the occasion of its matches, and signals."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from games.play.models import PracticeGame
from games.play.owners import KEY, claim_practice_games, hash_of
from games.play.services import delete_unfinished
from league.accounts.models import Account, Player
from league.accounts.services.players import player_for
from league.accounts.signals import account_leaving
from league.clubs.permissions import User

OF_A_PERSON = Q(practice_game__isnull=False)


def practice_of(matches: Collection[Match], _asker: User) -> Mapping[int, Occasion]:
    """Return the occasion of each match that a person played in the browser."""
    played = PracticeGame.objects.filter(match__in=matches).values_list("match", flat=True)
    return {match: Occasion(Kind.PRACTICE, _("game against bots")) for match in played}


@receiver(user_logged_in, dispatch_uid="games.play.take_along")
def take_practice_games_along(*, request: HttpRequest | None, user: Account, **_: Any) -> None:
    """Give the games of the visitor who signs in or signs up to their player."""
    session = getattr(request, "session", None)
    if session is None or KEY not in session:
        return
    claim_practice_games(key_hash=hash_of(session.pop(KEY)), player=player_for(user))


@receiver(account_leaving, dispatch_uid="games.play.forget")
def delete_unfinished_games(*, player: Player | None, **_: Any) -> None:
    """Delete the unfinished games of a deleted account."""
    if player is not None:
        delete_unfinished(player=player)
