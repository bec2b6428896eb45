"""Invitations: a link for one person, by mail and to copy, by which its holder joins a club.

The link in a mail carries a signed key, which proves that its reader received the mail.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Count
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.address_proof import are_addresses_proven
from league.accounts.audit_log import note
from league.accounts.demo import is_demo_address
from league.accounts.errors import TooManyMails
from league.accounts.models import Account, Accounts, Change, Message, Player
from league.accounts.queries import player_of
from league.accounts.services.accounts import MAILS_AN_HOUR
from league.accounts.services.players import player_for
from league.clubs.errors import DemoInvitesNone, InvitationGone, NoAddress, NotYours, TooManyInvited
from league.clubs.importing import InvitationLimit
from league.clubs.models import Club, Invitation, Membership
from league.clubs.permissions import rights_of
from league.clubs.queries import INVITATION_LIFE

SIGNER: Final = signing.Signer(salt="moothill.invitation-by-mail")
MOST_WAITING = 2_000  # invitations to one club
MOST_A_DAY = 200  # invitations by one person, to all their clubs, on a site that sends mail
MOST_A_DAY_UNSENT = 2_000  # the same, where no mail leaves the site


class OpenedKey(NamedTuple):
    """The key in a link, and whether the link came by mail."""

    key: str
    by_mail: bool


def read_key(written: str) -> OpenedKey:
    """Read the key of a link. Where no mail leaves the site, no link proves an address."""
    try:
        return OpenedKey(SIGNER.unsign(written), are_addresses_proven())
    except signing.BadSignature:
        return OpenedKey(written, by_mail=False)


class Invitee(NamedTuple):
    """A person to invite: the mail address, and the member without an account that they become by joining."""

    email: str
    player: Player | None = None


def invite(*, club: Club, email: str, by: Account | None = None, player: Player | None = None) -> Invitation:
    """Invite one person; see `invite_each`."""
    return invite_each(club=club, invitees=[Invitee(email, player)], by=by)[0]


@transaction.atomic
def invite_each(*, club: Club, invitees: Sequence[Invitee], by: Account | None = None) -> list[Invitation]:
    """Invite people to join the club and write a mail to each; all or none. Queries do not grow with their number.

    An address that is invited already keeps its link, which works for 30 more days. An invitation of the same player
    to another address ends.

    Raise `NotYours`, `DemoInvitesNone`, `NoAddress`, `TooManyInvited`, `TooManyMails`.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    check_organises(by, club)
    if by is not None and is_demo_address(by.email):
        refusal = _("In the demo you cannot send invitations. Leave out the e-mail addresses.")
        raise DemoInvitesNone(refusal, field="email")
    player_by_address = {_address(invitee.email): invitee.player for invitee in invitees}
    players = [player for player in player_by_address.values() if player is not None]
    _check_joinable(club, players)
    now = timezone.now()
    club.invitations.filter(created_at__lt=now - INVITATION_LIFE).delete()
    club.invitations.filter(accepted_at__isnull=False, email__in=player_by_address).delete()
    club.invitations.filter(player__in=players).exclude(email__in=player_by_address).delete()
    club.invitations.filter(player__in=players).update(player=None)  # addresses may have changed places
    room = invitations_left(club, by)
    if len(player_by_address) > room.left:
        raise TooManyInvited(room.why, field="name")
    invitations = _save_invitations(club, player_by_address, now)
    _send_mails(invitations, by)
    template = gettext_noop("A person was invited.")
    note("somebody-invited", template, by=by, club=club.public_id, times=len(invitations))
    return invitations


@transaction.atomic
def resend_invitation(*, club: Club, public_id: str, by: Account | None = None) -> Invitation:
    """Write the mail of an invitation again; its link stays and works for 30 more days.

    Raise `InvitationGone`, and what `invite` raises.
    """
    invitation = club.invitations.select_related("player").filter(public_id=public_id, accepted_at=None).first()
    if invitation is None:
        raise InvitationGone(_("This invitation was already used or withdrawn. Send a new invitation."))
    return invite(club=club, email=invitation.email, player=invitation.player, by=by)


@transaction.atomic
def revoke_invitation(*, club: Club, public_id: str, by: Account | None = None) -> None:
    """Make the link of an invitation void. One that is not there any more changes nothing. Raise `NotYours`."""
    check_organises(by, club)
    deleted, _by_model = club.invitations.filter(public_id=public_id, accepted_at=None).delete()
    if deleted:
        template = gettext_noop("An invitation was withdrawn.")
        note("invitation-taken-back", template, by=by, club=club.public_id, facts={})


def forget_invitations(*, account: Account) -> None:
    """Delete every invitation to the address of an account, and those it accepted, as it goes."""
    Invitation.objects.filter(email=account.email).delete()
    Invitation.objects.filter(accepted_by=account).delete()


def check_organises(by: Account | None, club: Club) -> None:
    """Raise `NotYours` unless the account organises the club."""
    if by is not None and not rights_of(by, club).organise:
        raise NotYours(_("Only organisers of %(club)s can add and remove players. Ask an organiser.") % {"club": club})


def _check_joinable(club: Club, players: Sequence[Player]) -> None:
    """Raise `NotYours` for a player with an account or rights beyond this club: the holder of the link becomes it."""
    ids = {player.pk for player in players}
    plain = Membership.objects.filter(club=club, role=Membership.Role.MEMBER, player__in=ids, player__account=None)
    here = plain.filter(player__merged_into=None, player__kind=Player.Kind.PERSON).count()
    if here != len(players) or Membership.objects.filter(player__in=ids).exclude(club=club).exists():
        raise NotYours(
            _(
                "You cannot invite somebody as this player: the player has an account, has a role or belongs to "
                "another club. Invite the e-mail address without a name."
            )
        )


def _address(written: str) -> str:
    email = Accounts.normalize_email(written.strip())
    try:
        validate_email(email)
    except ValidationError as error:
        words = {"email": written.strip()[:80]}
        raise NoAddress(
            _("“%(email)s” is not a valid e-mail address. Correct it, or add the person by name.") % words, field="name"
        ) from error
    return email


def invitations_left(club: Club, by: Account | None) -> InvitationLimit:
    """Return how many more people can be invited to the club now by this account."""
    waiting = MOST_WAITING - club.invitations.filter(accepted_at=None).count()
    most = MOST_A_DAY if settings.MAIL_SERVER else MOST_A_DAY_UNSENT
    today = Change.objects.filter(verb="somebody-invited", at__gt=timezone.now() - timedelta(days=1))
    own = waiting if by is None else most - today.filter(by=player_for(by)).count()
    if waiting <= own:
        words = _("%(club)s can have at most %(most)d open invitations. Withdraw some first.")
        return InvitationLimit(waiting, words % {"most": MOST_WAITING, "club": club})
    words = _("You can invite at most %(most)d people a day. Continue tomorrow, or add them by name.")
    return InvitationLimit(own, words % {"most": most})


def full_letter_boxes(emails: Sequence[str]) -> frozenset[str]:
    """Return those addresses to which no more invitations go within this hour.

    Invitations alone are counted: other mails go to accounts only, and would tell that there is one.
    """
    if not settings.MAIL_SERVER:
        return frozenset()
    hour = timezone.now() - timedelta(hours=1)
    written = Message.objects.filter(recipient__in=emails, subject__startswith=_subject_start(), created_at__gt=hour)
    counted = written.order_by().values("recipient").annotate(count=Count("pk")).filter(count__gte=MAILS_AN_HOUR)
    return frozenset(counted.values_list("recipient", flat=True))


def _save_invitations(club: Club, players: dict[str, Player | None], now: datetime) -> list[Invitation]:
    """Return the invitations to these addresses, created or renewed, in their order."""
    rows = club.invitations.filter(email__in=players).select_related("player").select_for_update(of=("self",))
    known = {invitation.email: invitation for invitation in rows}
    for email, one in known.items():
        named = None if one.player is None or one.player.account_id is not None else one.player  # claimed meanwhile
        one.created_at, one.player = now, players[email] or named
    Invitation.objects.bulk_update(known.values(), ["created_at", "player"])
    new = [Invitation(club=club, email=email, player=player) for email, player in players.items() if email not in known]
    created = {invitation.email: invitation for invitation in Invitation.objects.bulk_create(new)}
    return [known.get(email) or created[email] for email in players]


def _send_mails(invitations: Sequence[Invitation], by: Account | None) -> None:
    """Write the mails, in the language of the site: nothing is known of their readers. Raise `TooManyMails`."""
    if full := full_letter_boxes([invitation.email for invitation in invitations]):
        sentence = _("%(email)s got %(count)d invitations in the last hour. Try again later.")
        raise TooManyMails(sentence % {"email": min(full), "count": MAILS_AN_HOUR}, field="name")
    inviter = player_of(by) if by else None
    with translation.override(settings.LANGUAGE_CODE):
        mails = [_mail(invitation, inviter) for invitation in invitations]
    get_connection().send_messages(mails)


def _mail(invitation: Invitation, inviter: Player | None) -> EmailMessage:
    subject = _("%(invitation)s to %(club)s") % {"invitation": _subject_start(), "club": invitation.club}
    path = reverse("clubs:open-invitation", args=[SIGNER.sign(invitation.key)])
    facts = {"club": invitation.club, "address": settings.SITE_ADDRESS + path, "by": inviter}
    return EmailMessage(subject, render_to_string("clubs/mail/invitation.txt", facts), None, [invitation.email])


def _subject_start() -> str:
    """Return the beginning of the subject of every invitation."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Moothill: an invitation")
