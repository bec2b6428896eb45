"""Members of a club: their roles, their numbers, and leaving."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.services.one_time_links import revoke_claim_link
from league.accounts.services.players import make_player
from league.clubs.display_names import tied_to
from league.clubs.errors import LastOwner, MemberAlready, NoSuchClub, NotYours, NumberTaken
from league.clubs.models import Club, JoinLink, JoinRequest, Membership, ViewOnlyLink
from league.clubs.permissions import rights_of
from league.clubs.queries import is_number_taken

Role = Membership.Role


@transaction.atomic
def admit(*, club: Club, player: Player, role: Role = Role.MEMBER, by: Account | None = None) -> Membership:
    """Add a player to the club. Organisers add members, owners any role. Raise `MemberAlready`, `NotYours`."""
    Club.objects.select_for_update().get(pk=club.pk)
    _check_may_admit(by, club, role)
    revoke_claim_link(player=player)  # another club may have given the link to another person
    player = Player.objects.select_related("merged_into").get(pk=player.pk)  # under the lock that this took
    player = player.merged_into or player
    membership, is_new = Membership.objects.get_or_create(club=club, player=player, defaults={"role": role})
    if not is_new:
        raise MemberAlready(
            _("%(player)s is already a member of %(club)s.") % {"player": player, "club": club}, field="player"
        )
    note(
        "player-admitted",
        gettext_noop("%(player)s was added to the club. Role: %(role)s."),
        by=by,
        club=club.public_id,
        facts={"player": player, "role": role.value},
    )
    return membership


@transaction.atomic
def admit_by_name(*, club: Club, name: str, by: Account | None = None) -> Membership:
    """Add a member without an account, by name; a guest or former member of that name is the same player, with all
    results.

    Raise `PlayerNameMissing`, `MemberAlready`, `NotYours`.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    words = " ".join(name.split())
    if club.memberships.filter(player__name__iexact=words).exists():
        raise MemberAlready(
            _("%(club)s already has a member called %(name)s. Add a suffix, for example “%(name)s (Leith)”.")
            % {"name": words, "club": club},
            field="name",
        )
    known = _former_guest(words, club)
    membership = admit(club=club, player=known or make_player(name=words), by=by)
    membership.played_before = known is not None
    return membership


@transaction.atomic
def change_role(*, membership: Membership, role: Role, by: Account | None = None) -> Membership:
    """Give a member another role. Raise `LastOwner`, `NotYours`, `NoSuchClub` for somebody who has left."""
    club = Club.objects.select_for_update().get(pk=membership.club_id)  # two owners cannot both leave
    membership = membership_now(membership)
    if by is not None and not rights_of(by, club).administer:
        raise NotYours(_("Only owners of %(club)s can change roles. Ask an owner.") % {"club": club})
    if role != Role.OWNER:
        _check_not_last_owner(membership)
    if role == membership.role:
        return membership
    revoke_claim_link(player=membership.player)  # its holder would get a role that its maker could not give
    note(
        "role-changed",
        gettext_noop("The role of %(player)s was changed from %(former_role)s to %(role)s."),
        by=by,
        club=club.public_id,
        facts={"player": membership.player, "role": role.value, "former_role": membership.role},
    )
    membership.role = role
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def remove_member(*, membership: Membership, by: Account | None = None) -> None:
    """Remove a player from the club, or let them leave; their results stay.

    Raise `LastOwner`, `NotYours`, and `NoSuchClub` for somebody who has left.
    """
    club = Club.objects.select_for_update().get(pk=membership.club_id)  # two owners cannot both leave
    membership = membership_now(membership)
    leaves = by is not None and membership.player.account_id == by.pk
    if not leaves:
        _check_may_admit(by, club, Role(membership.role))
    _check_not_last_owner(membership)
    template = gettext_noop("%(player)s left.") if leaves else gettext_noop("%(player)s was removed from the club.")
    note("player-removed", template, by=by, club=club.public_id, facts={"player": membership.player})
    club.invitations.filter(player=membership.player).delete()
    membership.delete()


@transaction.atomic
def number_member(*, membership: Membership, number: str, by: Account) -> None:
    """Give a member a member number, or none with an empty one. Idempotent.

    Raise `NotYours`, `NumberTaken`, and `NoSuchClub` for a player who has left.
    """
    club = Club.objects.select_for_update().get(pk=membership.club_id)
    if not rights_of(by, club).organise:
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


@transaction.atomic
def leave_all_clubs(*, player: Player, account: Account) -> None:
    """Remove a player from all clubs before the account is deleted. Raise `LastOwner` with what to do first."""
    memberships = memberships_locked(player)
    for membership in memberships:
        if _is_last_owner(membership):
            sentence = _(
                "You are the only owner of %(club)s. Make another member an owner first: open the member from the "
                "players page of the club."
            )
            raise LastOwner(sentence % {"club": membership.club})
    ViewOnlyLink.objects.filter(made_by=player).update(made_by=None)
    JoinLink.objects.filter(made_by=player).update(made_by=None)
    JoinRequest.objects.filter(player=player).delete()
    for membership in memberships:
        template = gettext_noop("%(player)s deleted the account and is now anonymous.")
        facts = {"player": player}
        note("player-anonymised", template, by=account, club=membership.club.public_id, facts=facts)
        membership.delete()


def memberships_locked(player: Player) -> list[Membership]:
    """Return the memberships of a player. Locks their clubs in order: changes to members wait for each other."""
    clubs = Club.objects.select_for_update().filter(memberships__player=player).order_by("pk")
    ids = [club.pk for club in clubs]
    rows = Membership.objects.filter(player=player, club__in=ids).select_related("club")
    return list(rows.order_by("club"))


def membership_now(membership: Membership) -> Membership:
    """Return the membership as it is under the lock of its club. Raise `NoSuchClub` if it has ended."""
    standing = Membership.objects.select_related("club", "player").filter(pk=membership.pk).first()
    if standing is None:
        words = {"player": membership.player, "club": membership.club}
        raise NoSuchClub(_("%(player)s is no longer a member of %(club)s.") % words)
    return standing


def _former_guest(name: str, club: Club) -> Player | None:
    """Return the one player without an account who played at the club as `name`. Raise `MemberAlready` for several."""
    # members of another club are not for this one to add
    without = Player.objects.people().filter(account=None, memberships=None)
    called = [player.pk for player in without.filter(name__iexact=name)]
    if not called:
        return None
    known = list(without.filter(tied_to(Club.objects.filter(pk=club.pk)), pk__in=called).distinct())
    if len(known) > 1:
        words = {"name": name, "club": club}
        raise MemberAlready(
            _("%(club)s has several guests called %(name)s. Add a suffix, for example “%(name)s (Leith)”.") % words,
            field="name",
        )
    return known[0] if known else None


def _check_may_admit(by: Account | None, club: Club, role: Role) -> None:
    if by is None or rights_of(by, club).administer:
        return
    if not rights_of(by, club).organise:
        raise NotYours(_("Only organisers of %(club)s can add and remove players. Ask an organiser.") % {"club": club})
    if role != Role.MEMBER:
        raise NotYours(
            _("Only owners of %(club)s can change or remove scorers, organisers and owners. Ask an owner.")
            % {"club": club}
        )


def _check_not_last_owner(membership: Membership) -> None:
    if _is_last_owner(membership):
        raise LastOwner(
            _("%(player)s is the only owner of %(club)s. Make another member an owner first.")
            % {"player": membership.player, "club": membership.club}
        )


def _is_last_owner(membership: Membership) -> bool:
    if membership.role != Role.OWNER:
        return False
    owners = membership.club.memberships.filter(role=Role.OWNER, player__account__is_active=True)
    return not owners.exclude(pk=membership.pk).exists()
