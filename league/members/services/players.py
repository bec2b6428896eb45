"""Players: people with or without an account, and bots."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.members.errors import NamelessPlayer, NameReserved
from league.members.models import Account, Player
from league.members.namesakes import numbered
from league.members.reserved_names import is_reserved
from league.shared.live import announce

LONGEST_NAME = 80


@transaction.atomic
def make_player(*, name: str, account: Account | None = None, public_id: str = "") -> Player:
    """Return a new player, a person. Without `account` somebody may claim it later.

    `public_id` is the one they have at another place; where somebody else has it here they get a new one.
    """
    player = Player(kind=Player.Kind.PERSON, name=_unreserved(name), account=account)
    if public_id and not Player.objects.filter(public_id=public_id).exists():
        player.public_id = public_id
    player.save()
    return player


@transaction.atomic
def make_bot_player(*, name: str, owner: Account | None = None) -> Player:
    """Return a new player that a program plays for; without `owner` it is one of the house's."""
    return Player.objects.create(kind=Player.Kind.BOT, name=_unreserved(name) if owner else _shown(name), owner=owner)


@transaction.atomic
def player_for(account: Account) -> Player:
    """The player an account plays as, made now if it has none (operators from the command line)."""
    player = Player.objects.filter(account=account).first()
    if player is not None:
        return player
    name = account.email.partition("@")[0]
    return make_player(name=numbered(name, 2) if is_reserved(name) else name, account=account)


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Call a player otherwise from now on, everywhere: results hold players, not names."""
    player.name = _unreserved(name)
    player.save(update_fields=["name"])
    announce(f"player:{player.public_id}")
    return player


def _unreserved(name: str) -> str:
    """Return the name as it will be shown. Raise NameReserved if it looks like that of a built-in bot."""
    words = _shown(name)
    if is_reserved(words):
        raise NameReserved(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return words


def _shown(name: str) -> str:
    """Return the name as it will be shown, without outer or doubled spaces."""
    words = " ".join(name.split())
    if not words or not words.isprintable():
        raise NamelessPlayer(_("Enter a player name."), field="name")
    if len(words) > LONGEST_NAME:
        raise NamelessPlayer(
            _("The name has %(count)d characters. Use at most %(most)d.") % {"most": LONGEST_NAME, "count": len(words)},
            field="name",
        )
    return words
