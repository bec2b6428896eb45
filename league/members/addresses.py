"""The addresses of players' pages, which lists name by the hundred: each is worked out once a process."""

from functools import lru_cache

from django.urls import reverse

from league.members.models import Player

KEPT = 20_000


@lru_cache(KEPT)
def address_of_player(public_id: str, name: str, kind: str) -> str:
    """Where the page of a player is who is called so."""
    return reverse("ratings:player", args=[public_id, Player(name=name, kind=kind).slug])
