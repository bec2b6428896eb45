"""Holding a bot while it is changed: its row is locked, and nobody but its owner gets it."""

from django.utils.translation import gettext as _

from games.bots.errors import NoSuchBot, NoSuchVersion, NotConfirmed, NotNow
from games.bots.models import UploadedBot, Version
from games.bots.selectors import needs_confirmed_address
from league.members.models import Account
from league.members.services.looking import refuse_for_the_demo


def check_may_upload(account: Account) -> None:
    """Raises `DemoStays` or `NotConfirmed`."""
    refuse_for_the_demo(account)
    if needs_confirmed_address(account):
        sentence = _("Confirm your e-mail address first: open the link in the e-mail, or choose “Resend”.")
        raise NotConfirmed(sentence)


def held(public_id: str, account: Account) -> UploadedBot:
    """The bot, locked within the caller's transaction. Raises `NoSuchBot`, for other people's too."""
    rows = UploadedBot.objects.select_for_update(of=("self",)).select_related("player")
    bot = rows.filter(public_id=public_id, player__owner=account).first()
    if bot is None:
        raise NoSuchBot(_("You have no bot at this address. Open “My bots” to find it."))
    check_may_upload(account)
    return bot


def held_in_play(public_id: str, account: Account) -> UploadedBot:
    """The same, unless it is retired. Raises `NotNow` too."""
    bot = held(public_id, account)
    if bot.retired_at is not None:
        raise NotNow(_("This bot is retired. Create another one."))
    return bot


def version_of(bot: UploadedBot, number: int) -> Version:
    """Its version of that number. Raises `NoSuchVersion`."""
    version = bot.versions.filter(number=number).first()
    if version is None:
        raise NoSuchVersion(_("This bot has no version with this number."))
    version.bot = bot
    return version
