"""Contexts of the pages of remote bots."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.bots.models import RemoteBot
from games.bots.presenters import Record, replaying, reported, told_whole
from games.bots.queries import Appearance, luck_at
from games.bots.remote import exchange
from games.matches.models import SeatReport
from games.matches.presenters import game_name, player_address
from league.members.models import Account
from league.ratings.players import standings_of
from league.shared.broker import RedisError


def remote_in_list(bots: Iterable[RemoteBot], record: Record) -> list[dict[str, Any]]:
    """Return remote bots in their owner's list, with whether they are connected."""
    kept = list(bots)
    here = _connected(kept)
    return [
        standing_of(bot, is_here=bot.public_id in here)
        | record.about(bot.player_id, partial(_report_of, bot.public_id))
        for bot in kept
    ]


def _report_of(bot: str, match: str) -> str:
    return reverse("bots:remote-report", args=[bot, match])


def standing_of(bot: RemoteBot, *, is_here: bool | None = None) -> dict[str, Any]:
    """Return its status: connected or not, read now unless given."""
    if bot.retired_at is not None:
        kind, words = "done", _("Retired")
    elif bot.paused_at is not None:
        kind, words = "waiting", _("Paused")
    elif is_here if is_here is not None else _connected([bot]):
        kind, words = "live", _("Connected")
    else:
        kind, words = "waiting", _("Not connected")
    return {"bot": bot, "kind": kind, "words": words, "games": [game_name(slug) for slug in bot.games]}


def about_remote(bot: RemoteBot, asker: Account) -> dict[str, Any]:
    """Return the context of a remote bot's page."""
    return {
        **standing_of(bot),
        "address": player_address(bot.player),
        "standings": standings_of(bot.player, asker),
        "command": command_of(bot, "mh_…"),
    }


@sensitive_variables("secret")
def command_of(bot: RemoteBot, secret: str) -> str:
    """Return the command that runs the reference client as this bot."""
    return f"MOOTHILL_TOKEN={secret} python3 remote.py {settings.SITE_ADDRESS} {bot.public_id}"


def remote_appeared(bot: RemoteBot, one: Appearance) -> dict[str, Any]:
    """Return a match of the bot."""
    address = reverse("bots:remote-report", args=[bot.public_id, one.report.match.public_id])
    return {"href": address, "place": one.place, **reported(one.report)}


def remote_report(bot: RemoteBot, report: SeatReport, asker: Account) -> dict[str, Any]:
    """Return the context of one match, with the command to repeat it once the deal is open."""
    luck = luck_at(report)
    command = replaying(report, f"{bot.player.slug}.py", luck) if luck else ""
    return {"bot": bot, **told_whole(report, asker), "luck": luck, "command": command}


def _connected(bots: Iterable[RemoteBot]) -> set[str]:
    """The ids of those that are connected; none while Redis is away."""
    try:
        return exchange.connected([bot.public_id for bot in bots])
    except RedisError:
        return set()
