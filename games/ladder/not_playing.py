"""Why a bot does not play on its ladders at present."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bots.models import RemoteBot, UploadedBot, Version
from games.ladder.models import LadderEntry
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait


class RatingChange(NamedTuple):
    """A rating on a ladder before and after a day, in whole points; None before the first rated game."""

    ladder: str  # the slug of its pool
    game: str
    seats: int
    before: tuple[int, int] | None  # the number, and half of its 95 % interval
    after: tuple[int, int] | None

    @property
    def change(self) -> int | None:
        """The change of the rating, where both are known."""
        return self.after[0] - self.before[0] if self.before and self.after else None


class RatedEntry(NamedTuple):
    """An entry on a ladder, its rating before and after the day, and the number of opponents there."""

    entry: LadderEntry
    rating: RatingChange
    opponents: int


class Reason(NamedTuple):
    """Why a bot does not play; the text is empty while it plays.

    The reason is expected, so no news to the owner, if the owner paused the bot or its program is not connected.
    """

    text: str
    is_expected: bool = False


def reason_of(bot: UploadedBot | RemoteBot, entries: Sequence[RatedEntry], connected: Collection[int]) -> Reason:
    """Return why the bot does not play; `connected` are the keys of the remote bots that are."""
    if bot.paused_at is not None:
        because = _("The bot is paused. %(because)s") % {"because": bot.paused_because}
        return Reason(because, is_expected=bot.is_paused_by_owner)
    if isinstance(bot, UploadedBot):
        return Reason(_of_its_version(bot) or _on_its_ladders(entries))
    if bot.pk not in connected:
        sentence = _("The bot is not connected. It plays while its program is connected.")
        return Reason(sentence, is_expected=True)
    return Reason(_on_its_ladders(entries))


def _of_its_version(bot: UploadedBot) -> str:
    if bot.active is None:
        return _without_a_version(bot.last)
    return why_programs_wait()


def _without_a_version(last: Version) -> str:
    if last.is_waiting:
        waits = why_programs_wait()
        return waits or _("Version %(number)d is waiting for its check, which takes about one minute.") % {
            "number": last.number
        }
    if last.verdict == Version.Verdict.REFUSED:
        facts = {"number": last.number, "reason": render_message(last.reason)}
        return _("No version can play. Version %(number)d failed its check: %(reason)s") % facts
    sentence = _("No version can play: the check of version %(number)d is undecided. Run the check again.")
    return sentence % {"number": last.number}


def _on_its_ladders(entries: Sequence[RatedEntry]) -> str:
    present = [rated for rated in entries if not rated.entry.is_away]
    if not present:
        return _("The bot joins its ladders within seconds.")
    in_play = [rated for rated in present if rated.entry.ladder.is_open]
    if not in_play:
        return _("A site admin has closed this bot's ladders.")
    if not any(rated.opponents >= (rated.entry.ladder.pool.seats or 2) - 1 for rated in in_play):
        return _("Its ladders have too few bots to fill a table.")
    return ""
