"""Writes of players: create and merge."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import address_of
from league.accounts.errors import CannotBeMerged, CannotBeSeparated, NameReserved, PlayerNameMissing
from league.accounts.models import Account, Merge, OneTimeLink, Player
from league.accounts.names import clean_name, is_reserved, numbered
from league.accounts.signals import merge_proposed, merge_undoing, players_merging, players_met
from league.common.live import announce

LONGEST_NAME = 80


@transaction.atomic
def make_player(*, name: str, account: Account | None = None, public_id: str = "") -> Player:
    """Return a new player, a person. Without `account` somebody may claim it later.

    `public_id` is the player's id on another site; if it is taken here, they get a new one.
    """
    player = Player(kind=Player.Kind.PERSON, name=_checked_name(name), account=account)
    if public_id and not Player.objects.filter(public_id=public_id).exists():
        player.public_id = public_id
    player.save()
    return player


@transaction.atomic
def make_bot_player(*, name: str, owner: Account | None = None) -> Player:
    """Return a new bot; without `owner` it is a built-in one."""
    return Player.objects.create(kind=Player.Kind.BOT, name=_checked_name(name) if owner else _clean(name), owner=owner)


@transaction.atomic
def player_for(account: Account) -> Player:
    """Return the account's player, created if it has none (site admins from the command line)."""
    player = Player.objects.filter(account=account).first()
    if player is not None:
        return player
    name = account.email.partition("@")[0]
    return make_player(name=numbered(name, 2) if is_reserved(name) else name, account=account)


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player, also in old results: these refer to players, not names."""
    player.name = _checked_name(name)
    player.save(update_fields=["name"])
    announce(f"player:{player.public_id}")
    return player


@transaction.atomic
def make_demo_account(*, role: str, name: str) -> Account:
    """Create a demo account with its player, without a password and with a confirmed address, and return it."""
    account = Account.objects.create_user(address_of(role), email_confirmed_at=timezone.now())
    make_player(name=name, account=account)
    return account


@transaction.atomic
def merge_players(*, former: Player, standing: Player, by: Account | None = None, club: str = "") -> Player:
    """Merge `former` into `standing`, with the results of both; return `standing`. Idempotent.

    The ledger is never changed: its rows keep their player, and readers follow `merged_into`. Memberships, and entries
    of tournaments that have not begun, move to `standing`. The apps above do that on the signal `players_merging`, and
    can refuse on `merge_proposed`. A `Merge` records the changes. Both players are locked, so that concurrent merges
    and pairings wait.

    Raise `CannotBeMerged` if both are the same, one is a bot, or both played in one game or are entered in one
    tournament: then they are two people, or one of them has to be removed first.
    """
    former, standing = lock_both(former, standing)
    if former.merged_into_id == standing.pk:
        return standing
    preview_merge(former, standing)
    merged = list(Player.objects.filter(merged_into=former).order_by("pk").values_list("pk", flat=True))
    changes: dict[str, object] = {"members": {"account": standing.account_id, "stood_for": merged}}
    players_merging.send(sender=Player, former=former, standing=standing, changes=changes)
    OneTimeLink.objects.filter(player__in=[former, standing], used_at=None).delete()  # made for one of them alone
    Player.objects.filter(merged_into=former).update(merged_into=standing)
    former.merged_into = standing
    former.save(update_fields=["merged_into"])
    actor = Player.objects.filter(account=by).first() if by else None
    Merge.objects.create(former=former, standing=standing, by=actor, club=club, changes=changes)
    announce(f"player:{former.public_id}", f"player:{standing.public_id}")
    return standing


def preview_merge(former: Player, standing: Player) -> list[str]:
    """Return sentences that say what merging the two changes. Raise `CannotBeMerged` if they cannot be merged."""
    _check_mergeable(former, standing)
    responses = merge_proposed.send(sender=Player, former=former, standing=standing)
    return [sentence for _receiver, sentences in responses for sentence in sentences or ()]


@transaction.atomic
def undo_merge(*, merge: Merge) -> Player:
    """Undo a merge; return the player who was merged. Idempotent.

    Results entered since then stay with the remaining player. Raise `CannotBeSeparated` if somebody claimed or deleted
    the player since, or a later merge or a tournament depends on this one.
    """
    former, standing = lock_both(merge.former, merge.standing)
    merge = Merge.objects.select_for_update().get(pk=merge.pk)
    if merge.undone_at is not None:
        return former
    _check_separable(merge, former, standing)
    saved = merge.changes["members"]
    Player.objects.filter(pk__in=saved["stood_for"], merged_into=standing).update(merged_into=former)
    former.merged_into = None
    former.save(update_fields=["merged_into"])
    merge_undoing.send(sender=Player, former=former, standing=standing, changes=merge.changes)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    announce(f"player:{former.public_id}", f"player:{standing.public_id}")
    return former


def lock_both(former: Player, standing: Player) -> tuple[Player, Player]:
    """Lock both players, or one given twice, until the transaction ends, and return them.

    The apps above lock their rows first (signal `players_met`), in the same order as everywhere: tournament or club,
    then players.
    """
    players_met.send(sender=Player, former=former, standing=standing)
    rows = Player.objects.select_for_update().filter(pk__in=[former.pk, standing.pk]).order_by("pk")
    locked = {player.pk: player for player in rows}
    return locked[former.pk], locked[standing.pk]


def _check_mergeable(former: Player, standing: Player) -> None:
    words = {"one": former, "other": standing}
    if former.pk == standing.pk or standing.merged_into_id is not None or former.merged_into_id is not None:
        raise CannotBeMerged(_("%(one)s and %(other)s are already merged.") % words)
    if former.is_bot or standing.is_bot:
        raise CannotBeMerged(_("Cannot merge %(one)s and %(other)s. Bots cannot be merged.") % words)
    if former.anonymised_at or standing.anonymised_at:
        raise CannotBeMerged(_("A deleted account stays anonymous, so its games cannot go to another player."))
    if former.account_id is not None and standing.account_id is not None:
        raise CannotBeMerged(
            _(
                "%(one)s and %(other)s both have an account, so they cannot be merged. Use only one of the accounts "
                "from now on."
            )
            % words
        )
    if former.account_id is not None:
        raise CannotBeMerged(
            _("%(one)s has an account, and %(other)s has none. Merge %(other)s into %(one)s instead.") % words
        )


def _check_separable(merge: Merge, former: Player, standing: Player) -> None:
    words = {"one": former, "other": standing}
    if former.merged_into_id != standing.pk or standing.merged_into_id is not None:
        raise CannotBeSeparated(_("%(other)s was merged again later. Undo the later merge first.") % words)
    if former.anonymised_at or standing.anonymised_at:
        raise CannotBeSeparated(
            _("The account of %(other)s was deleted after the merge. You can no longer undo the merge.") % words
        )
    if standing.account_id != merge.changes["members"]["account"]:
        raise CannotBeSeparated(
            _("An account claimed %(other)s after the merge. Ask a site admin to separate the two players.") % words
        )


def _checked_name(name: str) -> str:
    """Return the name as it will be shown. Raise NameReserved if it looks like that of a built-in bot."""
    words = _clean(name)
    if is_reserved(words):
        raise NameReserved(_("This name looks like that of a built-in bot. Choose another name."), field="name")
    return words


def _clean(name: str) -> str:
    return clean_name(name, LONGEST_NAME, PlayerNameMissing, _("Enter a player name."))
