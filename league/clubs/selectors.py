"""Every question about clubs. What is private does not exist for those who may not see it."""

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.errors import NoSuchClub, NotYours
from league.clubs.models import Club, FormerSlug, Membership
from league.clubs.rules import Asker, is_operator, rights_of
from league.members.models import Player
from league.members.order import by_name
from league.members.selectors import house_bots


def clubs_seen_by(account: Asker) -> QuerySet[Club]:
    """The clubs that exist for the asker, by name, each with `member_count`."""
    seen = Q(is_public=True)
    if account.is_authenticated:
        seen |= Q(pk__in=Membership.objects.filter(player__account=account).values("club"))
    clubs = Club.objects.all() if is_operator(account) else Club.objects.filter(seen)
    return clubs.annotate(member_count=Count("memberships")).order_by("name", "id")


def club_seen_by(slug: str, account: Asker) -> Club:
    """The club at an address, present or former; raises `NoSuchClub`. Compare `slug` to learn whether it moved."""
    club = Club.objects.filter(Q(slug=slug) | Q(former_slugs__slug=slug)).distinct().first()
    if club is None or not rights_of(account, club).see:
        raise NoSuchClub(_("There is no club at this address. Perhaps it is private: sign in as one of its members."))
    return club


def club_run_by(slug: str, account: Asker) -> Club:
    """The club, for somebody who may organise there; raises `NoSuchClub`, `NotYours`."""
    club = club_seen_by(slug, account)
    if not rights_of(account, club).organise:
        raise NotYours(_("Only the organisers of %(club)s may do this. Ask one of them.") % {"club": club})
    return club


def club_owned_by(slug: str, account: Asker) -> Club:
    """The club, for somebody who may administer it; raises `NoSuchClub`, `NotYours`."""
    club = club_seen_by(slug, account)
    if not rights_of(account, club).administer:
        raise NotYours(_("Only the owners of %(club)s may do this. Ask one of them.") % {"club": club})
    return club


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Who belongs to the club: people first, then bots, by name."""
    return club.memberships.select_related("player", "player__account").order_by(
        "-player__kind", *by_name("player__name"), "id"
    )


def membership_in(club: Club, public_id: str) -> Membership:
    """One member's place in the club; raises `NoSuchClub` when there is none."""
    membership = club.memberships.select_related("player", "club").filter(public_id=public_id).first()
    if membership is None:
        raise NoSuchClub(_("Nobody in %(club)s is at this address; perhaps they left.") % {"club": club})
    return membership


def own_membership(club: Club, account: Asker) -> Membership | None:
    """The asker's own place in the club."""
    if not account.is_authenticated:
        return None
    return club.memberships.filter(player__account=account).first()


def bots_to_admit(club: Club) -> QuerySet[Player]:
    """The house's bots that do not belong to the club yet."""
    return house_bots().exclude(memberships__club=club)


def clubs_of(player: Player) -> QuerySet[Club]:
    """The clubs a player belongs to, by name."""
    return Club.objects.filter(memberships__player=player).order_by("name", "id")


def slug_is_taken(slug: str) -> bool:
    """Whether an address is some club's, or was."""
    return Club.objects.filter(slug=slug).exists() or FormerSlug.objects.filter(slug=slug).exists()
