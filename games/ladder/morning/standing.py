"""Why a bot plays no ladder match just now, in a sentence for its owner; "" where nothing stands in its way."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.bots.models import RemoteBot, Version
from games.bots.selectors import OwnBot
from games.ladder.models import Rung
from league.shared.retelling import retold
from league.shared.sandboxes import why_programs_wait


def why_not_uploaded(own: OwnBot, rungs: Sequence[Rung]) -> str:
    """Of an uploaded bot; its rungs come with `others`, how many others stand there."""
    if own.bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": own.bot.paused_because}
    if own.active is None:
        return _without_a_version(own.last)
    return why_programs_wait() or _on_its_ladders(rungs)


def why_not_remote(bot: RemoteBot, rungs: Sequence[Rung], *, is_here: bool) -> str:
    """Of a remote bot."""
    if bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": bot.paused_because}
    if not is_here:
        return _("The bot is not connected. It plays while its program is connected.")
    return _on_its_ladders(rungs)


def _without_a_version(last: Version) -> str:
    if last.is_waiting:
        waits = why_programs_wait()
        return waits or _("Version %(number)d is waiting for its check, which takes about one minute.") % {
            "number": last.number
        }
    if last.verdict == Version.Verdict.REFUSED:
        facts = {"number": last.number, "reason": retold(last.reason)}
        return _("No version can play. Version %(number)d failed its check: %(reason)s") % facts
    sentence = _("No version can play: the check of version %(number)d is undecided. Run the check again.")
    return sentence % {"number": last.number}


def _on_its_ladders(rungs: Sequence[Any]) -> str:
    standing = [rung for rung in rungs if not rung.is_away]
    if not standing:
        return _("The bot joins its ladders within seconds.")
    opened = [rung for rung in standing if rung.ladder.is_open]
    if not opened:
        return _("A site admin has closed this bot's ladders.")
    if not any((rung.others or 0) >= (rung.ladder.pool.seats or 2) - 1 for rung in opened):
        return _("Its ladders have too few bots to fill a table.")
    return ""
