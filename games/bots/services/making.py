"""What holds for every bot that somebody makes, uploaded or remote: how many, called what, playing what."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from games.bots.errors import GamesRefused, NameRefused, TooManyBots, TooManyUploads
from games.bots.limits import MOST_BOTS, MOST_UPLOADS
from games.bots.models import Recheck, RemoteBot, UploadedBot, Version
from games.bots.naming import key_of
from games.bots.services.locks import one_at_a_time
from league.members.models import Account, Player
from league.shared.lookalikes import bare_look_of

DAY = timedelta(days=1)


def check_room_for_a_bot(account: Account) -> None:
    """Raise `TooManyBots` where one more would be too many; until the transaction ends nobody makes another."""
    one_at_a_time(f"games.bots.of.{account.pk}")
    kept = sum(kind.objects.filter(player__owner=account, retired_at=None).count() for kind in (UploadedBot, RemoteBot))
    if kept >= MOST_BOTS:
        sentence = _("You have %(most)d bots, the maximum. Retire one first.")
        raise TooManyBots(sentence % {"most": MOST_BOTS})


def check_pace(account: Account) -> None:
    """Raise `TooManyUploads` where one more check would be too many for a day; until the transaction ends none is."""
    one_at_a_time(f"games.bots.of.{account.pk}")
    own, since = Version.objects.filter(bot__player__owner=account), Now() - DAY
    asked = Recheck.objects.filter(version__in=own, asked_at__gt=since)
    if own.filter(created_at__gt=since).count() + asked.count() >= MOST_UPLOADS:
        sentence = _("You have used all %(most)d uploads and repeated checks of today. Try again tomorrow.")
        raise TooManyUploads(sentence % {"most": MOST_UPLOADS})


def check_name_free(name: str, *, but: int | None = None) -> None:
    """Raise `NameRefused` where a bot is called so or looks so, except the player `but`.

    Until the transaction ends nobody gives a name.
    """
    one_at_a_time("games.bots.names")
    but = but or 0  # which nobody is
    bots = Player.objects.filter(kind=Player.Kind.BOT, merged_into=None).exclude(pk=but)
    look = bare_look_of(name)
    looks_taken = any(bare_look_of(other) == look for other in bots.values_list("name", flat=True))
    kept = (kind.objects.filter(name_key=key_of(name)).exclude(player=but) for kind in (UploadedBot, RemoteBot))
    if looks_taken or any(found.exists() for found in kept):
        raise NameRefused(_("Another bot has this name or a similar one. Choose another name."), field="name")


def games_read(games: Sequence[str]) -> list[str]:
    """The games that a bot plays, in the order of their slugs. Raises `GamesRefused`."""
    chosen = sorted(set(games))
    if not chosen:
        raise GamesRefused(_("Choose at least one game that the bot plays."), field="games")
    if not registry.games().keys() >= set(chosen):
        sentence = _("Unknown game. Choose from: %(games)s.")
        raise GamesRefused(sentence % {"games": ", ".join(registry.games())}, field="games")
    return chosen
