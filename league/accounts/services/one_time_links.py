"""One-time links: the first site admin's, and those by which a person claims a player without an account."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import refuse_demo_account
from league.accounts.errors import CannotBeClaimed, LinkSpent
from league.accounts.models import Account, OneTimeLink, Player
from league.accounts.queries import claim_links_of
from league.accounts.services.players import lock_both, merge_players
from league.accounts.signals import place_claimed, player_claimed

OWNER_LINK_LIFE = timedelta(days=7)
CLAIM_LINK_LIFE = timedelta(days=30)
Purpose = OneTimeLink.Purpose


@transaction.atomic
def issue_owner_link() -> str | None:
    """Return the token of a new link to create the first site admin, or `None` if there is one.

    Earlier links stop working. Only the token's hash is stored, so it can be shown only now.
    """
    if site_has_an_admin():
        return None
    OneTimeLink.objects.filter(purpose=Purpose.OWN_THE_PLACE, used_at=None).delete()
    return _issue(Purpose.OWN_THE_PLACE, OWNER_LINK_LIFE)


@transaction.atomic
def claim_place(*, token: str, account: Account) -> Account:
    """Use the link: `account` becomes a site admin.

    Raise `LinkSpent` and `DemoAccountRefused`, with nothing changed.
    """
    refuse_demo_account(account)
    _use(check_owner_link(token, lock=True), account)
    account.is_staff = account.is_superuser = True
    account.save(update_fields=["is_staff", "is_superuser"])
    place_claimed.send(sender=Account, account=account)
    return account


def check_owner_link(token: str, *, lock: bool = False) -> OneTimeLink:
    """Return the link, without using it. Raise `LinkSpent` unless it is valid."""
    link = _valid_link(Purpose.OWN_THE_PLACE, token, lock=lock)
    if link is None or site_has_an_admin():
        raise LinkSpent(
            _(
                "This link no longer works. It was used or replaced, or it has expired. Create a new link with “python3"
                " manage.py ownerlink”."
            )
        )
    return link


def site_has_an_admin() -> bool:
    """Whether the site has a site admin."""
    return Account.objects.filter(is_superuser=True, is_active=True).exists()


def hash_of(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue_claim_link(*, player: Player) -> str:
    """Return the token of a new claim link of this player; earlier links stop working.

    Only the token's hash is stored, so it can be shown only now. `league.clubs` checks the permission.
    Raise `CannotBeClaimed` for bots, and for players with an account, merged or anonymous ones.
    """
    player = _locked(player)
    _check_free(player)
    claim_links_of(player).delete()
    return _issue(Purpose.CLAIM_A_PLAYER, CLAIM_LINK_LIFE, player)


@transaction.atomic
def revoke_claim_link(*, player: Player) -> bool:
    """Delete the player's unused claim link; return whether there was one."""
    deleted, _by_model = claim_links_of(_locked(player)).delete()
    return bool(deleted)


@transaction.atomic
def claim_player(*, token: str, account: Account) -> Player:
    """Use a claim link: the player becomes the account's, or is merged with the player it already has.

    Return the account's player. Raise `LinkSpent`, `CannotBeMerged`, `DemoAccountRefused`; then nothing has changed.
    """
    refuse_demo_account(account)
    claimed, standing = lock_to_assign(player=check_claim_link(token), account=account)
    _use(_claim_link(token, lock=True), account)
    return _become(claimed, standing, account)


@transaction.atomic
def assign_player(*, player: Player, account: Account) -> Player:
    """Assign a player without an account to the account, and return the account's player.

    If the account already has a player, the two are merged. The caller has checked the permission.
    Raise `CannotBeClaimed`, `CannotBeMerged`, `DemoAccountRefused`.
    """
    refuse_demo_account(account)
    claimed, standing = lock_to_assign(player=player, account=account)
    return _become(claimed, standing, account)


def lock_to_assign(*, player: Player, account: Account) -> tuple[Player, Player | None]:
    """Lock an account, then a player and the account's own player as `lock_both` does; return the players.

    Links are locked after them, as in `revoke_claim_link`.
    """
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)  # foreign keys to it may still be written
    own = Player.objects.filter(account=account).first()
    player, standing = lock_both(player, own or player)
    return player, standing if own else None


def check_claim_link(token: str) -> Player:
    """Return the player of a link, without using it. Raise `LinkSpent`."""
    player: Player = _claim_link(token).player  # type: ignore[assignment]  # the database keeps no claim link without
    return player


def _claim_link(token: str, *, lock: bool = False) -> OneTimeLink:
    link = _valid_link(Purpose.CLAIM_A_PLAYER, token, lock=lock)
    if link is None:
        raise LinkSpent(
            _(
                "This link no longer works. It was used, revoked or replaced, or it has expired. Ask your organiser for"
                " a new link."
            )
        )
    return link


def _issue(purpose: Purpose, life: timedelta, player: Player | None = None) -> str:
    token = secrets.token_urlsafe(32)
    OneTimeLink.objects.create(
        purpose=purpose, player=player, token_hash=hash_of(token), expires_at=timezone.now() + life
    )
    return token


def _valid_link(purpose: Purpose, token: str, *, lock: bool) -> OneTimeLink | None:
    """Return the link with its player, if it was not used and has not expired."""
    links = OneTimeLink.objects.select_related("player").filter(used_at=None, expires_at__gt=timezone.now())
    links = links.filter(purpose=purpose, token_hash=hash_of(token))
    return (links.select_for_update(of=("self",)) if lock else links).first()


def _use(link: OneTimeLink, account: Account) -> None:
    link.used_at, link.used_by = timezone.now(), account
    link.save(update_fields=["used_at", "used_by"])


def _become(claimed: Player, standing: Player | None, account: Account) -> Player:
    _check_free(claimed)
    if standing is None:
        standing = claimed
        claimed.account = account
        claimed.save(update_fields=["account"])
    else:
        standing = merge_players(former=claimed, standing=standing)
    player_claimed.send(sender=Player, player=standing, claimed=claimed, account=account)
    return standing


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def _check_free(player: Player) -> None:
    if player.is_bot:
        raise CannotBeClaimed(_("%(player)s is a bot. You can only claim people.") % {"player": player})
    if player.account_id is not None or player.merged_into_id is not None:
        raise CannotBeClaimed(
            _("%(player)s already has an account. Nobody else can claim this player.") % {"player": player}
        )
    if player.anonymised_at is not None:
        raise CannotBeClaimed(_("This player asked to be anonymous. Nobody can claim this player."))
