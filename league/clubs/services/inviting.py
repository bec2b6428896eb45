"""Invitations: a mail with a link, by which whoever reads it joins a club.

What an organiser is told is the same whether somebody signs in with the address or not, and whoever it is: who has an
account, and under which name, is nobody's business but theirs until they come.
"""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.clubs.errors import InvitationGone, NoAddress, NotYours, TooManyInvited
from league.clubs.models import Club, Invitation, Membership
from league.clubs.rules import is_organiser
from league.clubs.selectors import INVITATION_LIFE, invitation_behind
from league.members.errors import CannotBeMerged, TooManyMails
from league.members.models import Account, Accounts, Change, Message, Player
from league.members.selectors import player_of
from league.members.services import merge_players, note, player_for
from league.members.services.addresses import MAILS_AN_HOUR
from league.members.services.looking import refuse_for_the_demo
from league.members.services.merging import hold_both
from league.members.signals import player_claimed

MOST_WAITING = 300  # invitations to one club
MOST_A_DAY = 200  # invitations by one person, to all their clubs


@transaction.atomic
def invite(*, club: Club, email: str, player: Player | None = None, by: Account | None = None) -> Invitation:
    """Write a mail with a link by which its reader joins the club; a link that was sent there before is void.

    With `player`, a member without an account, the reader becomes that player by accepting; an earlier invitation of
    theirs is void too.
    Raises `NotYours`, `DemoStays`, `NoAddress`, `TooManyInvited`, `TooManyMails`.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    _check_organises(by, club)
    if by is not None:
        refuse_for_the_demo(by)
    email = _address(email)
    former = Q(email=email) | Q(created_at__lt=timezone.now() - INVITATION_LIFE)
    club.invitations.filter(former if player is None else former | Q(player=player)).delete()
    _check_few(club, by)
    invitation = Invitation.objects.create(club=club, email=email, player=player)
    _write(invitation, by)
    note("somebody-invited", gettext_noop("Somebody was invited by mail."), by=by, club=club.public_id, facts={})
    return invitation


@transaction.atomic
def take_back_invitation(*, club: Club, public_id: str, by: Account | None = None) -> None:
    """Make the link of an invitation void. One that is not there any more changes nothing. Raises `NotYours`."""
    _check_organises(by, club)
    deleted, _by_model = club.invitations.filter(public_id=public_id).delete()
    if deleted:
        template = gettext_noop("An invitation by mail was taken back.")
        note("invitation-taken-back", template, by=by, club=club.public_id, facts={})


@transaction.atomic
def accept_invitation(*, key: str, account: Account) -> Membership:
    """Join the club as a member; who belongs to it already keeps their role. The link is used up.

    The member whom it was sent to and the account's player are one player from then on.
    Raises `DemoStays`, and `InvitationGone` where it was used, taken back, or is too old.
    """
    refuse_for_the_demo(account)
    invitation = invitation_behind(key)
    player = player_for(account)
    listed = _hold_listed(invitation, player)
    club = Club.objects.select_for_update().get(pk=invitation.club_id)
    taken, _by_model = club.invitations.filter(key=key).delete()
    if not taken:
        raise InvitationGone(_("This invitation was used or taken back meanwhile. Ask the club for another."))
    if listed is not None and _gives_no_more(listed, club):
        _become(listed, player, account)
    membership, is_new = Membership.objects.get_or_create(club=club, player=player)
    if is_new:
        template = gettext_noop("%(player)s joined by an invitation.")
        note("player-joined", template, by=account, club=club.public_id, facts={"player": player})
    return membership


def forget_invitations(*, account: Account) -> None:
    """Delete every invitation to the address of an account, as it goes."""
    Invitation.objects.filter(email=account.email).delete()


def _hold_listed(invitation: Invitation, player: Player) -> Player | None:
    """Return the member whom an invitation is for, locked together with the account's player."""
    listed = invitation.player and (invitation.player.merged_into or invitation.player)
    if listed is None or listed.pk == player.pk or listed.account_id is not None:
        return None
    return hold_both(listed, player)[0]


def _gives_no_more(listed: Player, club: Club) -> bool:
    """Whether becoming this player gives what an invitation may give: the place of a member in this club alone."""
    if listed.account_id is not None or listed.merged_into_id is not None or listed.anonymised_at is not None:
        return False
    return list(listed.memberships.values_list("club", "role")) == [(club.pk, Membership.Role.MEMBER)]


def _become(listed: Player, player: Player, account: Account) -> None:
    """Merge the two. Where they met at a table they are two people: then both stay as they are."""
    try:
        merge_players(former=listed, standing=player)
    except CannotBeMerged:
        return
    player_claimed.send(sender=Player, player=player, claimed=listed, account=account)


def _check_organises(by: Account | None, club: Club) -> None:
    if by is not None and not is_organiser(by, club):
        raise NotYours(_("Only the organisers of %(club)s admit and remove players. Ask one of them.") % {"club": club})


def _address(written: str) -> str:
    email = Accounts.normalize_email(written.strip())
    try:
        validate_email(email)
    except ValidationError as error:
        words = {"email": written.strip()[:80]}
        raise NoAddress(
            _("“%(email)s” is no mail address. Mend it, or admit them by name.") % words, field="name"
        ) from error
    return email


def _check_few(club: Club, by: Account | None) -> None:
    if club.invitations.count() >= MOST_WAITING:
        raise TooManyInvited(
            _("%(most)d invitations to %(club)s wait already; take some back first.")
            % {"most": MOST_WAITING, "club": club},
            field="name",
        )
    today = Change.objects.filter(verb="somebody-invited", at__gt=timezone.now() - timedelta(days=1))
    if by is not None and today.filter(by=player_for(by)).count() >= MOST_A_DAY:
        raise TooManyInvited(
            _("You have invited %(most)d people within a day. Go on tomorrow, or admit them by name.")
            % {"most": MOST_A_DAY},
            field="name",
        )


def _write(invitation: Invitation, by: Account | None) -> None:
    """Write the mail, in the language of the place: nothing is known of its reader. Raises `TooManyMails`."""
    with translation.override(settings.LANGUAGE_CODE):
        of_all = _("Moothill: an invitation")
        subject = _("%(invitation)s to %(club)s") % {"invitation": of_all, "club": invitation.club}
        address = settings.SITE_ADDRESS + reverse("clubs:open-invitation", args=[invitation.key])
        facts = {"club": invitation.club, "address": address, "by": player_of(by) if by else None}
        body = render_to_string("clubs/mail/invitation.txt", facts)
    # Invitations alone are counted: other mails go to accounts only, and would tell that there is one.
    hour = timezone.now() - timedelta(hours=1)
    written = Message.objects.filter(recipient=invitation.email, subject__startswith=of_all, created_at__gt=hour)
    if written.count() >= MAILS_AN_HOUR:
        raise TooManyMails(
            _("So many invitations went to %(email)s within the hour. Try again later.") % {"email": invitation.email},
            field="name",
        )
    send_mail(subject, body, None, [invitation.email])
