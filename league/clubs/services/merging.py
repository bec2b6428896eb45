"""Merge two players of a club who are one person, and undo it from the club's log."""

from datetime import datetime
from typing import NotRequired, TypedDict

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.errors import CannotBeMerged
from league.accounts.models import Account, Merge, Player
from league.accounts.services.players import lock_both, merge_players, preview_merge, undo_merge
from league.clubs.display_names import disambiguated
from league.clubs.errors import NotYours
from league.clubs.models import Club, Invitation, JoinRequest, Membership
from league.clubs.permissions import ORGANISING, is_operator, rights_of
from league.clubs.queries import is_known_at, is_number_taken, merge_done_at, plays_elsewhere
from league.clubs.services.members import memberships_locked


class MembershipMove(TypedDict):
    """A membership that moved to the other player, or was merged into that player's own membership.

    `membership` and `into` are public ids; `into` is "" if the membership itself moved. `number` is the member number
    that was lost or, with `gave_number`, moved to the other membership.
    """

    membership: str
    club: int
    role: str
    since: str
    into: str
    role_before: str
    role_after: str
    number: NotRequired[str]
    gave_number: NotRequired[bool]


def preview_merge_at(*, club: Club, former: Player, standing: Player, by: Account) -> list[str]:
    """Return sentences that say what merging the two changes. Raise as `merge_at`."""
    _check_may_merge(club, former, standing, by)
    return preview_merge(former, standing)


@transaction.atomic
def merge_at(*, club: Club, former: Player, standing: Player, by: Account) -> Player:
    """Merge two members or guests of a club; see `merge_players`. Idempotent.

    Raise `NotYours`, `CannotBeMerged`.
    """
    _check_organises(club, by)
    former, standing = lock_both(former, standing)
    if former.merged_into_id == standing.pk:
        return standing
    _check_may_merge(club, former, standing, by)  # under the locks: nobody admits them elsewhere meanwhile
    marks = _marks(club, former, standing)
    merged = merge_players(former=former, standing=standing, by=by, club=club.public_id)
    merge = Merge.objects.filter(former=former, standing=standing, undone_at=None).get()
    merge.changes["marks"] = marks
    merge.save(update_fields=["changes"])
    template = gettext_noop("%(former)s%(former_mark)s was merged into %(player)s%(player_mark)s.")
    facts: dict[str, Player | str] = {"player": merged, "former": former, "merge": merge.public_id, **marks}
    note("players-merged", template, by=by, club=club.public_id, facts=facts)
    return merged


def _marks(club: Club, former: Player, standing: Player) -> dict[str, str]:
    """Return the suffixes of two equal names, such as " (1)". The log stores them, since it stores no names."""
    apart = disambiguated({former.pk: former.name, standing.pk: standing.name}, club)
    pair = {"former_mark": former, "player_mark": standing}
    return {mark: apart.get(player.pk, "").removeprefix(player.name) for mark, player in pair.items()}


@transaction.atomic
def undo_merge_at(*, club: Club, merge: Merge, by: Account) -> None:
    """Separate two players whom an organiser of the club merged; see `undo_merge`. Idempotent.

    Raise `NotYours`, `NoSuchClub` for a merge of another club, `CannotBeSeparated`.
    """
    _check_organises(club, by)
    merge = merge_done_at(club, merge.public_id)
    lock_both(merge.former, merge.standing)
    merge.refresh_from_db()
    if merge.undone_at is not None:
        return
    former = undo_merge(merge=merge)
    template = gettext_noop("The merge of %(former)s%(former_mark)s into %(player)s%(player_mark)s was undone.")
    facts: dict[str, Player | str] = {"player": merge.standing, "former": former, **marks_of(merge)}
    note("merge-undone", template, by=by, club=club.public_id, facts=facts)


def marks_of(merge: Merge) -> dict[str, str]:
    """Return the suffixes that distinguish the names of the two players; "" if the names differ."""
    kept = merge.changes.get("marks", {})
    return {mark: str(kept.get(mark, "")) for mark in ("former_mark", "player_mark")}


@transaction.atomic
def move_memberships(*, former: Player, standing: Player) -> list[MembershipMove]:
    """Move the memberships of `former` to `standing`, and return the moves.

    In a club of both, `standing` keeps the higher role, and gets the member number if it has none.
    """
    own = {membership.club_id: membership for membership in memberships_locked(standing)}
    moved: list[MembershipMove] = []
    for membership in memberships_locked(former):
        beside = own.get(membership.club_id)
        moved.append(_move_of(membership, beside))
        if beside is None:
            membership.player = standing
            membership.save(update_fields=["player"])
            continue
        membership.delete()
        if membership.rank > beside.rank:
            beside.role = membership.role
        beside.number = beside.number or membership.number
        beside.save(update_fields=["role", "number"])
    JoinRequest.objects.filter(player=former).delete()
    return moved


@transaction.atomic
def move_invitations(*, former: Player, standing: Player) -> list[str]:
    """Let invitations that name `former` name `standing`, if that one has no account and no invitation of its own.

    Return their public ids.
    """
    moved = []
    for invitation in Invitation.objects.filter(player=former).order_by("pk"):
        taken = Invitation.objects.filter(club=invitation.club_id, player=standing).exists()
        invitation.player = None if taken or standing.account_id else standing
        invitation.save(update_fields=["player"])
        moved.append(invitation.public_id)
    return moved


@transaction.atomic
def restore_memberships(*, former: Player, standing: Player, moves: list[MembershipMove]) -> None:
    """Undo `move_memberships`, except for memberships that ended or changed since."""
    for move in moves:
        club = Club.objects.select_for_update().filter(pk=move["club"]).first()
        if club is None or club.memberships.filter(player=former).exists():
            continue
        if not move["into"]:
            own = club.memberships.filter(public_id=move["membership"], player=standing).first()
            if own is not None:
                own.player = former
                own.save(update_fields=["player"])
            continue
        _separate(club, former, move)


def _separate(club: Club, former: Player, move: MembershipMove) -> None:
    """Give `former` the membership and the number again, and the other membership the role that it had."""
    number = move.get("number", "")
    beside = club.memberships.filter(public_id=move["into"]).first()
    if beside is not None:
        if beside.role == move["role_after"]:
            beside.role = move["role_before"]
        if move.get("gave_number") and beside.number == number:
            beside.number = ""
        beside.save(update_fields=["role", "number"])
    since = datetime.fromisoformat(move["since"])
    own = Membership(club=club, player=former, role=move["role"], public_id=move["membership"], created_at=since)
    own.number = "" if is_number_taken(club, number) else number
    own.save(force_insert=True)


@transaction.atomic
def restore_invitations(*, former: Player, standing: Player, invitations: list[str]) -> None:
    """Let invitations name `former` again, except those that were accepted or name another player now."""
    theirs = Invitation.objects.filter(Q(player=None) | Q(player=standing), public_id__in=invitations)
    theirs.filter(accepted_at=None).update(player=former)


def _move_of(membership: Membership, beside: Membership | None) -> MembershipMove:
    before = beside.role if beside else membership.role
    return MembershipMove(
        membership=membership.public_id,
        club=membership.club_id,
        role=membership.role,
        since=membership.created_at.isoformat(),
        into=beside.public_id if beside else "",
        role_before=before,
        role_after=membership.role if beside is None or membership.rank > beside.rank else before,
        number=membership.number,
        gave_number=beside is not None and bool(membership.number) and not beside.number,
    )


def _check_organises(club: Club, by: Account) -> None:
    if not rights_of(by, club).organise:
        raise NotYours(_("Only organisers of %(club)s can merge players. Ask an organiser.") % {"club": club})


def _check_may_merge(club: Club, former: Player, standing: Player, by: Account) -> None:
    """Raise an error unless both have played at the club, and the merge takes over nothing of other clubs."""
    _check_organises(club, by)
    for player in (former, standing):
        if player.merged_into_id is None and not is_known_at(club, player):
            raise CannotBeMerged(_("%(player)s has not played at %(club)s.") % {"player": player, "club": club})
    if is_operator(by):
        return
    if plays_elsewhere(Club.objects.filter(memberships__player__account=by, memberships__role__in=ORGANISING), former):
        sentence = _("%(player)s also plays at another club. Ask a site admin to merge the players.")
        raise NotYours(sentence % {"player": former})
    for membership in former.memberships.select_related("club").exclude(role=Membership.Role.MEMBER):
        if not rights_of(by, membership.club).administer:
            words = {"player": former, "role": membership.get_role_display(), "club": membership.club}
            raise NotYours(
                _("%(player)s has a role at %(club)s (%(role)s). Ask an owner of the club to merge the players.")
                % words
            )
