"""Records of the house's own bots can be had again, for a match is a function of its sheet: pruned ones are a hash."""

import hashlib
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from engine.core import registry
from games.matches.errors import RecordIsGone
from games.matches.models import Match, MatchRecord
from games.matches.playing import Chair, Sheet, play_sheet

KEPT: Final = 3600  # seconds that a record which was played again stays at hand


def age_of_records() -> timedelta | None:
    """How old records become before they are pruned; None where they are kept."""
    return timedelta(days=settings.RECORDS_DAYS) if settings.RECORDS_DAYS > 0 else None


def digest_of(text: str) -> str:
    """By which a record is known again: the SHA-256 of its text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(record: MatchRecord) -> str:
    """The record's text, played again where it was pruned.

    Raises `RecordIsGone` where the bots or the rules of the house are not those of then any more.
    """
    if record.text:
        return record.text
    key = f"record:{record.digest}"
    text: str = cache.get(key) or played_again(record.match)
    if digest_of(text) != record.digest:
        raise RecordIsGone(_("Moothill has deleted the record: these bots have changed since. The result counts."))
    cache.set(key, text, KEPT)
    return text


def played_again(match: Match) -> str:
    """The text of the record when the match is played once more; empty where this house cannot play it."""
    if registry.games()[match.game].rules_version != match.rules_version:
        return ""
    played = play_sheet(sheet_of(match))
    return played.text if played else ""


def sheet_of(match: Match) -> Sheet:
    """All that the outcome of a match of the house's bots depends on."""
    return Sheet(
        game=match.game,
        options=match.options,
        chairs=tuple(Chair(seat.player_id or 0, seat.bot, seat.playouts) for seat in match.seats.all()),
        secret=bytes(match.block.secret),
        rotation=match.rotation,
    )
