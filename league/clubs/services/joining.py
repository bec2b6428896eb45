"""Join a club by an invitation or a join link, with or without an organiser's approval."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.demo import refuse_demo_account
from league.accounts.errors import CannotBeClaimed, CannotBeMerged
from league.accounts.models import Account, Change
from league.accounts.queries import player_of
from league.accounts.services.accounts import confirm_address
from league.accounts.services.one_time_links import assign_player, lock_to_assign
from league.accounts.services.players import player_for
from league.clubs.errors import InvitationGone, TooManyInvited
from league.clubs.models import Club, Invitation, JoinLink, JoinRequest, Membership
from league.clubs.queries import invitation_behind, join_link_behind
from league.clubs.services.invitations import check_organises
from league.common.models import first_or_refuse

JOIN_LINK_LIFE = timedelta(days=90)
MOST_REQUESTS = 300  # that wait for one club
MOST_JOINED_A_DAY = 300  # by the join link of one club
BY_LINK = gettext_noop("%(player)s joined with the join link.")


@transaction.atomic
def accept_invitation(*, key: str, account: Account, by_mail: bool = False, as_named: bool = True) -> Membership:
    """Join the club as a member; an existing member keeps their role. The link is used up. Idempotent for the account.

    `by_mail`: the link came by mail to the invited address, so the account's is confirmed if it is the same.
    `as_named`: the account becomes the player that the invitation names. Where the two cannot be merged the account
    joins as its own player, and the membership's `is_separate` is true.

    Raise `DemoAccountRefused`, and `InvitationGone` if the invitation was used by another account,
    withdrawn, or is too old.
    """
    refuse_demo_account(account)
    seen = invitation_behind(key, account)
    # Before the club of the invitation: this locks tournaments, then clubs, then players, the order of the site.
    is_named = as_named and seen.accepted_at is None and seen.player is not None and _assign(seen, account)
    club = Club.objects.select_for_update().get(pk=seen.club_id)
    invitation = Invitation.objects.select_for_update().filter(pk=seen.pk, key=key).first()
    if invitation is None or (invitation.accepted_at and invitation.accepted_by_id != account.pk):
        raise InvitationGone(_("This invitation was already used or withdrawn. Ask the club for a new one."))
    if by_mail and account.email == invitation.email:
        confirm_address(account=account)
    if invitation.accepted_at is not None:
        own = Membership.objects.filter(club=club, player__account=account)  # none where the account has left since
        sentence = _("You have already used this invitation. Ask the club for a new one.")
        return first_or_refuse(own, InvitationGone(sentence))
    invitation.accepted_at, invitation.accepted_by, invitation.player = timezone.now(), account, None
    invitation.save(update_fields=["accepted_at", "accepted_by", "player"])
    membership = _join(club, account, gettext_noop("%(player)s accepted an invitation and joined."))
    membership.is_separate = bool(as_named and seen.player and not is_named)
    return membership


@transaction.atomic
def make_join_link(*, club: Club, needs_approval: bool = True, by: Account | None = None) -> JoinLink:
    """Return a new join link of the club, which works for 90 days; the link before it ends.

    Raise `NotYours`, `DemoAccountRefused`.
    """
    club = _for_organisers(club, by)
    if by is not None:
        refuse_demo_account(by)
    now = timezone.now()
    club.join_links.filter(revoked_at=None).update(revoked_at=now)
    link = JoinLink.objects.create(
        club=club, needs_approval=needs_approval, made_by=player_of(by) if by else None, expires_at=now + JOIN_LINK_LIFE
    )
    note("join-link-made", gettext_noop("A join link was created."), by=by, club=club.public_id)
    return link


@transaction.atomic
def revoke_join_link(*, club: Club, by: Account | None = None) -> None:
    """End the join link of the club. Idempotent. Raise `NotYours`."""
    club = _for_organisers(club, by)
    if club.join_links.filter(revoked_at=None).update(revoked_at=timezone.now()):
        note("join-link-revoked", gettext_noop("The join link was revoked."), by=by, club=club.public_id)


@transaction.atomic
def join_by_link(*, key: str, account: Account) -> Membership | JoinRequest:
    """Join the club of a join link as a member, or ask to where organisers approve each person. Idempotent.

    Raise `DemoAccountRefused`, `TooManyInvited`, and `InvitationGone` if the link was revoked or is too old.
    """
    refuse_demo_account(account)
    club = Club.objects.select_for_update().get(pk=join_link_behind(key).club_id)
    link = join_link_behind(key)  # again, now that nobody can revoke it meanwhile
    player = player_for(account)
    known = Membership.objects.filter(club=club, player=player).first()
    if known is not None:
        return known
    if link.needs_approval:
        if club.join_requests.exclude(player=player).count() >= MOST_REQUESTS:
            raise TooManyInvited(_("This club has too many open requests to join. Try again later."))
        return JoinRequest.objects.get_or_create(club=club, player=player)[0]
    yesterday = timezone.now() - timedelta(days=1)
    joined = Change.objects.filter(club=club.public_id, verb="player-joined", template=BY_LINK, at__gt=yesterday)
    if joined.count() >= MOST_JOINED_A_DAY:
        raise TooManyInvited(_("Too many people joined with this link today. Try again tomorrow."))
    return _join(club, account, BY_LINK)


@transaction.atomic
def approve_request(*, club: Club, public_id: str, by: Account | None = None) -> Membership | None:
    """Admit the player of a request as a member; None if the request is gone. Raise `NotYours`."""
    club = _for_organisers(club, by)
    request = club.join_requests.select_related("player").filter(public_id=public_id).first()
    if request is None:
        return None
    membership, is_new = Membership.objects.get_or_create(club=club, player=request.player)
    request.delete()
    if is_new:
        template = gettext_noop("%(player)s asked to join and was approved.")
        note("player-admitted", template, by=by, club=club.public_id, facts={"player": membership.player})
    return membership


@transaction.atomic
def decline_request(*, club: Club, public_id: str, by: Account | None = None) -> bool:
    """Delete a request. Return False if there is none any more. Raise `NotYours`."""
    club = _for_organisers(club, by)
    request = club.join_requests.select_related("player").filter(public_id=public_id).first()
    if request is None:
        return False
    template = gettext_noop("%(player)s asked to join and was declined.")
    note("request-declined", template, by=by, club=club.public_id, facts={"player": request.player})
    request.delete()
    return True


def _assign(invitation: Invitation, account: Account) -> bool:
    """Make the player that the invitation names the account's, if that gives no rights beyond the club's members'."""
    player = invitation.player and (invitation.player.merged_into or invitation.player)
    if player is None:
        return False
    lock_to_assign(player=player, account=account)  # until the commit no other request changes their role or clubs
    roles = list(Membership.objects.filter(player=player).values_list("club", "role"))
    if roles != [(invitation.club_id, Membership.Role.MEMBER)]:
        return False
    try:
        with transaction.atomic():
            assign_player(player=player, account=account)
    except (CannotBeClaimed, CannotBeMerged):
        return False
    return True


def _join(club: Club, account: Account, template: str) -> Membership:
    player = player_for(account)
    membership, is_new = Membership.objects.get_or_create(club=club, player=player)
    JoinRequest.objects.filter(club=club, player=player).delete()
    if is_new:
        note("player-joined", template, by=account, club=club.public_id, facts={"player": player})
    return membership


def _for_organisers(club: Club, by: Account | None) -> Club:
    """Return the club, locked. Raise `NotYours`."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    check_organises(by, club)
    return club
