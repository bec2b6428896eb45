"""Import a list of members as previewed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy, gettext_noop

from league.accounts.audit_log import note_each
from league.accounts.models import Account, Accounts, Player
from league.accounts.services.one_time_links import revoke_claim_link
from league.clubs.errors import ListHasChanged
from league.clubs.importing import ImportPlan, Planned, plan_import
from league.clubs.models import Club, Membership
from league.clubs.services.invitations import Invitee, check_organises, full_letter_boxes, invitations_left, invite_each
from league.common.player_lists.reading import Line

_CHANGED = gettext_lazy("The club has changed since you saw the preview. Check the new preview and confirm it.")


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import.

    `numbered` is how many existing members got a member number.
    """

    added: tuple[Player, ...] = ()
    back: tuple[Player, ...] = ()
    invited: tuple[str, ...] = ()
    left_out: tuple[Line, ...] = ()
    numbered: int = 0


def preview_import(*, club: Club, lines: Sequence[Line], chosen: Mapping[str, str], by: Account | None) -> ImportPlan:
    """Return what the list would do, without writing anything. Raise `NotYours`."""
    check_organises(by, club)
    full = full_letter_boxes([Accounts.normalize_email(line.mail) for line in lines if line.mail])
    return plan_import(club, lines, chosen, room=invitations_left(club, by), full=full)


@transaction.atomic
def import_members(
    *, club: Club, lines: Sequence[Line], chosen: Mapping[str, str], fingerprint: str = "", by: Account | None = None
) -> Imported:
    """Add the people of a list to the club, and invite those who have an address.

    A name with an address is one player, who can play at once; the account that accepts the invitation gets it. Lines
    that were not understood, or wait for a choice, are skipped. Members are not added again. Idempotent.
    `fingerprint` identifies the previewed plan, "" for none.
    Raise `NotYours`, `DemoInvitesNone`, and `ListHasChanged` where the list would now do something else than was seen.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    plan = preview_import(club=club, lines=lines, chosen=chosen, by=by)
    left_out = tuple(sorted((one.line for one in (*plan.unanswered, *plan.refused)), key=lambda line: line.number))
    if not plan.changes_anything:
        return Imported(left_out=left_out)
    if fingerprint and plan.fingerprint != fingerprint:
        raise ListHasChanged(str(_CHANGED))
    _number(club, plan.numbering, by)
    players = _add(club, plan.adding, by)
    invitees = [
        Invitee(Accounts.normalize_email(line.line.mail), players.get(line.line.number) or line.player)
        for line in plan.inviting
    ]
    if invitees:
        invite_each(club=club, invitees=invitees, by=by)
    back = tuple(line.player for line in plan.adding if line.player is not None)
    invited = tuple(invitee.email for invitee in invitees)
    return Imported(tuple(players.values()), back, invited, left_out, len(plan.numbering))


def _number(club: Club, numbering: Sequence[Planned], by: Account | None) -> None:
    """Give members the numbers of the list."""
    numbers = {line.player.pk: line.number for line in numbering if line.player is not None}
    memberships = list(club.memberships.filter(player__in=numbers).select_related("player"))
    for membership in memberships:
        membership.number = numbers[membership.player_id]
    Membership.objects.bulk_update(memberships, ["number"])
    note_each(
        "member-numbered",
        gettext_noop("%(player)s was given the member number %(number)s."),
        by=by,
        club=club.public_id,
        facts=[{"player": membership.player, "number": membership.number} for membership in memberships],
    )


def _add(club: Club, adding: Sequence[Planned], by: Account | None) -> dict[int, Player]:
    """Add them as members; returns the players by their lines."""
    new = {one.line.number: Player(kind=Player.Kind.PERSON, name=one.line.name) for one in adding if one.player is None}
    Player.objects.bulk_create(new.values())
    known = {line.line.number: line.player for line in adding if line.player is not None}
    rows = Player.objects.select_for_update().filter(pk__in=[row.pk for row in known.values()]).order_by("pk")
    if any(row.merged_into_id is not None or row.anonymised_at is not None for row in rows):  # after the preview
        raise ListHasChanged(str(_CHANGED))
    for player in known.values():
        revoke_claim_link(player=player)  # a link made by another club must not open this one
    players = {line.line.number: (new | known)[line.line.number] for line in adding}
    numbers = {line.line.number: line.number for line in adding}
    Membership.objects.bulk_create(
        Membership(club=club, player=player, number=numbers[line]) for line, player in players.items()
    )
    note_each(
        "player-admitted",
        gettext_noop("%(player)s was added to the club. Role: %(role)s."),
        by=by,
        club=club.public_id,
        facts=[{"player": player, "role": Membership.Role.MEMBER.value} for player in players.values()],
    )
    return players
