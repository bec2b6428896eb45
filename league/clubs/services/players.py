"""Changes to players without an account: names, invitations, and links by which they are claimed."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.services.one_time_links import issue_claim_link, revoke_claim_link
from league.accounts.services.players import rename_player
from league.clubs.errors import NotYours
from league.clubs.models import Club, Membership
from league.clubs.permissions import ORGANISING, is_operator, rights_of
from league.clubs.queries import invitation_naming, is_known_at, plays_elsewhere
from league.clubs.services.invitations import invite, revoke_invitation
from league.clubs.services.members import membership_now

Role = Membership.Role


@transaction.atomic
def edit_player(*, club: Club, player: Player, name: str, email: str | None = None, by: Account) -> Player:
    """Rename a member or a guest who has no account; a new mail address of a member gets an invitation.

    An empty address withdraws the invitation of the member; None leaves it alone. Idempotent.

    Raise `NotYours`, `PlayerNameMissing`, and what `invite` does.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)  # before the player, as everywhere
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not may_edit(club, player, by):
        sentence = _("%(player)s also plays at another club. Ask a site admin to change the name.")
        if player.account_id is not None:
            sentence = _("%(player)s has an account. Only %(player)s can change the name, under “Your account”.")
        raise NotYours(sentence % {"player": player})
    former = player.name
    player = rename_player(player=player, name=name)
    if player.name != former:
        template = gettext_noop("%(old_name)s was renamed to %(player)s.")
        facts: dict[str, Player | str] = {"player": player, "old_name": former}
        note("player-renamed", template, by=by, club=club.public_id, facts=facts)
    invited = invitation_naming(player, club)
    if email == "" and invited is not None:
        revoke_invitation(club=club, public_id=invited.public_id, by=by)
    elif email and (invited is None or invited.email.lower() != email.strip().lower()):
        invite(club=club, email=email, player=player, by=by)
    return player


def may_edit(club: Club, player: Player, by: Account) -> bool:
    """Return whether an organiser of the club may rename the player. Players with an account rename themselves."""
    if player.account_id is not None or player.is_bot:
        return False
    if not (rights_of(by, club).organise and is_known_at(club, player)):
        return False
    own = Club.objects.filter(memberships__player__account=by, memberships__role__in=ORGANISING)
    return is_operator(by) or not plays_elsewhere(own, player)


@transaction.atomic
def issue_claim(*, membership: Membership, by: Account) -> str:
    """Return the token of a link by which a member without an account is claimed; earlier links stop working.

    Raise `NotYours`, `CannotBeClaimed`, and `NoSuchClub` for a player who has left.
    """
    membership = _for_organisers(membership, by)
    player = Player.objects.select_for_update().get(pk=membership.player_id)  # no other club adds them now
    _check_gives_no_rights(player, membership.club, by)
    token = issue_claim_link(player=player)
    template = gettext_noop("An account link for %(player)s was created.")
    note("claim-link-made", template, by=by, club=membership.club.public_id, facts={"player": player})
    return token


@transaction.atomic
def revoke_claim(*, membership: Membership, by: Account) -> None:
    """End the link by which a member can be claimed. Idempotent.

    Raise `NotYours`, and `NoSuchClub` for a player who has left.
    """
    membership = _for_organisers(membership, by)
    if revoke_claim_link(player=membership.player):
        template = gettext_noop("The account link for %(player)s was revoked.")
        club, facts = membership.club.public_id, {"player": membership.player}
        note("claim-link-revoked", template, by=by, club=club, facts=facts)


def note_claim(*, player: Player, claimed: Player, account: Account) -> None:
    """Write into the log of every club of the player that they were claimed, and whether two became one."""
    for club in Club.objects.filter(memberships__player=player).order_by("pk"):
        if player.pk == claimed.pk:
            template = gettext_noop("%(player)s now has an account.")
            note("player-claimed", template, by=account, club=club.public_id, facts={"player": player})
        else:
            template = gettext_noop("%(player)s claimed %(former)s. They are now one player.")
            facts = {"player": player, "former": claimed}
            note("players-merged", template, by=account, club=club.public_id, facts=facts)


def _check_gives_no_rights(player: Player, club: Club, by: Account) -> None:
    """Raise `NotYours` unless `by` may grant every role of the player: a claim takes over all memberships."""
    for membership in player.memberships.select_related("club").order_by("club__name", "club"):
        rights = rights_of(by, membership.club)
        may_give = rights.organise if membership.role == Role.MEMBER else rights.administer
        if not may_give:
            if rights.see:
                raise NotYours(_why_not(membership))
            sentence = _(  # a private club is not named to those for whom it does not exist
                "%(player)s is also a member of another club, not only %(club)s. Ask a site admin to create this link."
            )
            raise NotYours(sentence % {"player": player, "club": club})


def _why_not(membership: Membership) -> str:
    """Return why the player of this membership cannot be claimed by a link of the asker."""
    words = {"player": membership.player, "role": membership.get_role_display(), "club": membership.club}
    if membership.role == Role.MEMBER:
        return (
            _("%(player)s is also a member of %(club)s. Only an organiser of both clubs can create this link.") % words
        )
    return _("%(player)s has a role at %(club)s (%(role)s). Only an owner can create this link. Ask an owner.") % words


def _for_organisers(membership: Membership, by: Account) -> Membership:
    """Return the membership as it is now, its club locked. Raise `NotYours`, `NoSuchClub`."""
    club = Club.objects.select_for_update().get(pk=membership.club_id)
    if not rights_of(by, club).organise:
        raise NotYours(
            _("Only organisers of %(club)s can create and revoke these links. Ask an organiser.") % {"club": club}
        )
    return membership_now(membership)
