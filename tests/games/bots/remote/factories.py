"""Morag's remote bots, their tokens, and the reference client as a process of its own."""

import os
import sys
from pathlib import Path

from games.bots.models import RemoteBot
from games.bots.remote.mailbox import slug_of
from games.bots.remote.services import make_remote_bot
from games.matches.models import Match
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, Rotation, create_block
from league.accounts.models import Account
from league.accounts.services.players import make_bot_player
from league.accounts.services.tokens import make_token
from league.conf.launcher.processes import Child

GAME = "kings-kilt"
CLIENTS = Path(__file__).resolve().parents[4] / "docs" / "bots"
COMMANDS = {"remote.py": (sys.executable, "-u"), "remote.js": ("node",)}


def remote_bot(account: Account, name: str = "Curlew") -> RemoteBot:
    """A remote bot of somebody's."""
    return make_remote_bot(account=account, name=name, games=[GAME])


def token_of(account: Account, *scopes: str) -> str:
    """A token for these scopes, for playing unless they are named."""
    return make_token(account=account, name=f"for {scopes}", scopes=scopes or ("bots:play",), expires=None)


def match_of(bot: RemoteBot) -> Match:
    """A match of the bot against a wanderer, made now."""
    seats = (
        SeatSetup(bot.player_id, slug_of(bot.public_id), 0),
        SeatSetup(make_bot_player(name="Ptarmigan").pk, "wanderer", 0),
    )
    block = create_block(order=BlockOrder(game=GAME, rotations=(Rotation(seats=seats),)))
    return Match.objects.get(block=block)


def client(site: str, bot: RemoteBot, token: str, file: str) -> Child:
    """A reference client, for a starter of processes."""
    return Child(
        name="client",
        argv=[*COMMANDS[file], str(CLIENTS / file), site, bot.public_id],
        cwd=CLIENTS,
        env=dict(os.environ) | {"MOOTHILL_TOKEN": token},
    )
