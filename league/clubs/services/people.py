"""What becomes of memberships when two players turn out to be one, or when somebody goes for good."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.clubs.errors import LastOwner, NotYours
from league.clubs.models import Club, JoinLink, JoinRequest, Membership, ShowLink
from league.clubs.rules import is_organiser, rights_of
from league.members.audit_log import note
from league.members.models import Account, Player
from league.members.services.claiming import issue_claim_link, revoke_claim_link

Role = Membership.Role


@transaction.atomic
def issue_claim(*, membership: Membership, by: Account) -> str:
    """Return the token of a link by which a member without an account is claimed; see `issue_claim_link`."""
    club = _for_organisers(membership, by)
    player = Player.objects.select_for_update().get(pk=membership.player_id)  # nobody admits them meanwhile
    _check_gives_no_rights(player, club, by)
    token = issue_claim_link(player=player)
    template = gettext_noop("An account link for %(player)s was created.")
    note("claim-link-made", template, by=by, club=club.public_id, facts={"player": membership.player})
    return token


@transaction.atomic
def revoke_claim(*, membership: Membership, by: Account) -> None:
    """End the link by which a member can be claimed; without one nothing happens."""
    club = _for_organisers(membership, by)
    if revoke_claim_link(player=membership.player):
        template = gettext_noop("The account link for %(player)s was revoked.")
        note("claim-link-revoked", template, by=by, club=club.public_id, facts={"player": membership.player})


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


@transaction.atomic
def leave_all_clubs(*, player: Player, account: Account) -> None:
    """Take somebody out of every club, as their account goes. Raises `LastOwner` with what to do first."""
    memberships = memberships_locked(player)
    for membership in memberships:
        _check_not_the_last(membership)
    ShowLink.objects.filter(made_by=player).update(made_by=None)
    JoinLink.objects.filter(made_by=player).update(made_by=None)
    JoinRequest.objects.filter(player=player).delete()
    for membership in memberships:
        template = gettext_noop("%(player)s deleted the account and is now anonymous.")
        facts = {"player": player}
        note("player-anonymised", template, by=account, club=membership.club.public_id, facts=facts)
        membership.delete()


def memberships_locked(player: Player) -> list[Membership]:
    """The memberships of a player, their clubs locked in order: changes to members wait for each other."""
    clubs = Club.objects.select_for_update().filter(memberships__player=player).order_by("pk")
    ids = [club.pk for club in clubs]
    rows = Membership.objects.filter(player=player, club__in=ids).select_related("club")
    return list(rows.order_by("club"))


def _check_not_the_last(membership: Membership) -> None:
    if membership.role != Role.OWNER:
        return
    others = membership.club.memberships.exclude(pk=membership.pk)
    if others.filter(role=Role.OWNER, player__account__is_active=True).exists():
        return
    raise LastOwner(
        _(
            "You are the only owner of %(club)s. Make another member an owner first: open the member from the "
            "players page of the club."
        )
        % {"club": membership.club}
    )


def _check_gives_no_rights(player: Player, club: Club, by: Account) -> None:
    """Whoever claims a player takes over their places in all clubs, so only those who could give them make the link."""
    for held in player.memberships.select_related("club").order_by("club__name", "club"):
        rights = rights_of(by, held.club)
        may_give = rights.organise if held.role == Role.MEMBER else rights.administer
        if not may_give:
            raise NotYours(_why_not(held) if rights.see else _elsewhere(player, club))


def _why_not(held: Membership) -> str:
    words = {"player": held.player, "role": held.get_role_display(), "club": held.club}
    if held.role == Role.MEMBER:
        return (
            _("%(player)s is also a member of %(club)s. Only an organiser of both clubs can create this link.") % words
        )
    return _("%(player)s has a role at %(club)s (%(role)s). Only an owner can create this link. Ask an owner.") % words


def _elsewhere(player: Player, club: Club) -> str:
    """A private club is not named to those for whom it does not exist."""
    return _(
        "%(player)s is also a member of another club, not only %(club)s. Ask a site admin to create this link."
    ) % {"player": player, "club": club}


def _for_organisers(membership: Membership, by: Account) -> Club:
    if not is_organiser(by, membership.club):
        raise NotYours(
            _("Only organisers of %(club)s can create and revoke these links. Ask an organiser.")
            % {"club": membership.club}
        )
    return membership.club
