"""The data export of a person: one document with a chapter from each app."""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import Q

from league.accounts.models import Account, ApiToken, Message, Player

Chapter = Callable[[list[Player]], Any]
"""From the players somebody is and was to what is kept of them, as JSON holds it (instants may be datetimes)."""

_chapters: Final[dict[str, Chapter]] = {}


def register_chapter(title: str, chapter: Chapter) -> None:
    """Add a chapter to the document. Idempotent."""
    _chapters[title] = chapter


def data_of(account: Account) -> dict[str, Any]:
    """Return all stored data of an account and its players."""
    own = Player.objects.filter(Q(account=account) | Q(merged_into__account=account)).order_by("pk")
    players = list(own)
    bots = list(Player.objects.filter(owner=account).order_by("pk"))
    return {
        "account": {
            "e-mail address": account.email,
            "confirmed": account.email_confirmed_at,
            "time zone": account.time_zone,
            "language": account.language,
            "joined": account.created_at,
            "last sign-in": account.last_login,
            "site admin": account.is_staff,
        },
        "players": [_player(player) for player in players],
        "bots": [_player(bot) for bot in bots],
        "API tokens": [_token(token) for token in account.tokens.order_by("pk")],
        "notices chosen": [
            {"kind": choice.kind, "wanted": choice.is_wanted, "chosen": choice.chosen_at}
            for choice in account.notice_choices.order_by("kind")
        ],
        "notices told": [
            {"kind": notice.kind, "about": notice.once, "told": notice.at} for notice in account.notices.order_by("pk")
        ],
        "mails": [
            {"written": message.created_at, "subject": message.subject, "body": message.body}
            for message in Message.objects.filter(recipient=account.email).order_by("pk")
        ],
        **{title: chapter(players) for title, chapter in sorted(_chapters.items())},
    }


def _token(token: ApiToken) -> dict[str, Any]:
    """A token without its secret."""
    return {
        "name": token.name,
        "begins with": token.prefix,
        "scopes": token.scopes,
        "made": token.created_at,
        "last used": token.last_used_at,
        "expires": token.expires_at,
        "revoked": token.revoked_at,
    }


def _player(player: Player) -> dict[str, Any]:
    return {"id": player.public_id, "name": player.name, "since": player.created_at}
