"""Who may stand on the ladders: the bots of the house, and everybody's whose active version may play."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import registry
from games.bots.models import HouseBot, RemoteBot, Version
from games.bots.programs import slug_of
from games.bots.remote.keys import slug_of as slug_of_remote
from games.bots.remote.selectors import remote_bots_in_play
from games.bots.selectors import plays
from games.ladder.choosing import Kind
from games.matches.playing import Chair


class Contestant(NamedTuple):
    """A bot that may be seated in some games."""

    player_id: int
    strategy: str
    playouts: int
    games: tuple[str, ...]
    program: str  # what plays for it: another program has another strength, the same source has the same
    kind: Kind

    @property
    def is_of_the_house(self) -> bool:
        """Whether it is nobody's."""
        return self.kind == "house"

    @property
    def chair(self) -> Chair:
        """Its seat in a match."""
        return Chair(self.player_id, self.strategy, self.playouts)


def contestants() -> list[Contestant]:
    """Every bot that may be seated now."""
    active = Version.objects.filter(active=True, bot__paused_at=None, bot__retired_at=None)
    uploaded = active.order_by("bot__player").values_list("bot__player", "public_id", "games", "digest")
    ours = map(_of_the_house, HouseBot.objects.order_by("player"))
    return [*ours, *(_uploaded(*facts) for facts in uploaded), *map(_remote, remote_bots_in_play())]


def _of_the_house(bot: HouseBot) -> Contestant:
    games = tuple(slug for slug in registry.games() if plays(bot.strategy, slug))
    program = f"{bot.strategy}-{bot.playouts}"
    return Contestant(bot.player_id, bot.strategy, bot.playouts, games, program, "house")


def _uploaded(player: int, version: str, games: list[str], digest: str) -> Contestant:
    return Contestant(player, slug_of(version), 0, tuple(games), digest, "uploaded")


def _remote(bot: RemoteBot) -> Contestant:
    """While its stream is open. What plays behind it may change unseen: its owner makes a new bot for a new program."""
    slug = slug_of_remote(bot.public_id)
    return Contestant(bot.player_id, slug, 0, tuple(bot.games), slug, "remote")
