"""Memberships when players are merged, claimed or leave; member numbers, and players without an account."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.services.one_time_links import issue_claim_link, revoke_claim_link
from league.accounts.services.players import rename_player
from league.clubs.errors import LastOwner, NotYours, NumberTaken
from league.clubs.models import Club, JoinLink, JoinRequest, Membership, ViewOnlyLink
from league.clubs.permissions import ORGANISING, is_operator, is_organiser, rights_of
from league.clubs.queries import invitation_naming, is_known_at, is_number_taken, plays_beyond
from league.clubs.services.invitations import invite, take_back_invitation
from league.clubs.services.members import membership_now

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
    """Take somebody out of every club, as their account goes. Raise `LastOwner` with what to do first."""
    memberships = memberships_locked(player)
    for membership in memberships:
        _check_not_the_last(membership)
    ViewOnlyLink.objects.filter(made_by=player).update(made_by=None)
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
    """Raise `NotYours` unless `by` may grant every role of the player: a claim takes over all memberships."""
    for membership in player.memberships.select_related("club").order_by("club__name", "club"):
        rights = rights_of(by, membership.club)
        may_give = rights.organise if membership.role == Role.MEMBER else rights.administer
        if not may_give:
            raise NotYours(_why_not(membership) if rights.see else _elsewhere(player, club))


def _why_not(membership: Membership) -> str:
    words = {"player": membership.player, "role": membership.get_role_display(), "club": membership.club}
    if membership.role == Role.MEMBER:
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


@transaction.atomic
def edit_player(*, club: Club, player: Player, name: str, email: str | None = None, by: Account) -> Player:
    """Rename a member or a guest who has no account; a new mail address of a member gets an invitation.

    An empty address withdraws the invitation of the member; None leaves it alone. Idempotent.

    Raise `NotYours`, `NamelessPlayer`, and what `invite` does.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)  # before the player, as everywhere
    player = Player.objects.select_for_update().get(pk=player.pk)
    _check_may_edit(club, player, by)
    former = player.name
    player = rename_player(player=player, name=name)
    if player.name != former:
        template = gettext_noop("%(old_name)s was renamed to %(player)s.")
        facts: dict[str, Player | str] = {"player": player, "old_name": former}
        note("player-renamed", template, by=by, club=club.public_id, facts=facts)
    invited = invitation_naming(player, club)
    if email == "" and invited is not None:
        take_back_invitation(club=club, public_id=invited.public_id, by=by)
    elif email and (invited is None or invited.email.lower() != email.strip().lower()):
        invite(club=club, email=email, player=player, by=by)
    return player


@transaction.atomic
def number_member(*, membership: Membership, number: str, by: Account) -> None:
    """Give a member a member number, or none with an empty one. Idempotent.

    Raise `NotYours`, `NumberTaken`, and `NoSuchClub` for a player who has left.
    """
    club = Club.objects.select_for_update().get(pk=membership.club_id)
    if not is_organiser(by, club):
        raise NotYours(_("Only organisers of %(club)s can change member numbers. Ask an organiser.") % {"club": club})
    membership, number = membership_now(membership), number.strip()
    if number == membership.number:
        return
    if is_number_taken(club, number, but=membership):
        sentence = _("Another member of %(club)s has the number %(number)s. Enter another number.")
        raise NumberTaken(sentence % {"club": club, "number": number}, field="number")
    membership.number = number
    membership.save(update_fields=["number"])
    if number:
        template = gettext_noop("%(player)s was given the member number %(number)s.")
    else:
        template = gettext_noop("The member number of %(player)s was removed.")
    facts: dict[str, Player | str] = {"player": membership.player, "number": number}
    note("member-numbered", template, by=by, club=club.public_id, facts=facts)


def may_edit(club: Club, player: Player, by: Account) -> bool:
    """Return whether an organiser of the club may rename the player. Players with an account rename themselves."""
    if player.account_id is not None or player.is_bot or not is_organiser(by, club) or not is_known_at(club, player):
        return False
    own = Club.objects.filter(memberships__player__account=by, memberships__role__in=ORGANISING)
    return is_operator(by) or not plays_beyond(own, player)


def _check_may_edit(club: Club, player: Player, by: Account) -> None:
    if may_edit(club, player, by):
        return
    if player.account_id is not None:
        raise NotYours(
            _("%(player)s has an account. Only %(player)s can change the name, under “Your account”.")
            % {"player": player}
        )
    raise NotYours(
        _("%(player)s also plays at another club. Ask a site admin to change the name.") % {"player": player}
    )
