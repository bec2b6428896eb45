"""What a score sheet says to people: names for seats, and what happens after it was sent."""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.members.models import Player
from league.results.models import Report
from league.shared.moments import with_zone
from league.shared.retelling import retold

_SEAT: Final = re.compile(r"\bseat ([1-9])\b", re.IGNORECASE)


def named(sentence: str, names: Sequence[str]) -> str:
    """A sentence of the engine with names in place of "seat 2"."""
    told = retold(sentence)
    return _SEAT.sub(lambda found: names[int(found[1]) - 1] if int(found[1]) <= len(names) else found[0], told)


def in_words(label: str) -> str:
    """What a sheet of the engine calls something, in the language of the page."""
    return retold(_(label))


def what_next(report: Report, asked: Sequence[Player]) -> str:
    """What becomes of a report that was just sent, in a sentence or two."""
    if report.status == Report.Status.ENTERED:
        return _("The result counts. The leaderboard is being updated.")
    if report.status == Report.Status.DISPUTED:
        return _("Another player reported a different result. The organisers of %(club)s decide.") % {
            "club": report.club
        }
    if report.status != Report.Status.OPEN:
        return _("Another report of this game counts.")
    moment = _moment(report)
    if not asked:
        return _("Nobody else at the table has an account. The result counts automatically on %(moment)s.") % {
            "moment": moment
        }
    names = [player.name for player in asked]
    if len(names) == 1:
        words = {"player": names[0], "moment": moment}
        return _("%(player)s can confirm or dispute the result. It counts automatically on %(moment)s.") % words
    words = {"players": ", ".join(names[:-1]), "last": names[-1], "moment": moment}
    return (
        _("%(players)s and %(last)s can confirm or dispute the result. It counts automatically on %(moment)s.") % words
    )


def _moment(report: Report) -> str:
    """When it confirms itself, as the mail and the page of the report say it: "24 November, 20:14 GMT"."""
    if report.confirms_itself_at is None:
        return "?"
    return with_zone(localtime(report.confirms_itself_at), _("j F, H:i T"))
