"""Reads of clubs. A private club does not exist for others."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.address_proof import proves_address
from league.accounts.models import Account, Change, Merge, Player
from league.accounts.names import by_name
from league.accounts.queries import address_of_player, bots_owned_by
from league.clubs.display_names import tied_to
from league.clubs.errors import InvitationGone, NoSuchClub, NotYours
from league.clubs.models import Club, FormerSlug, Invitation, JoinLink, JoinRequest, Membership, ViewOnlyLink
from league.clubs.permissions import ORGANISING, SCORING, User, is_operator, rights_of, shown_to
from league.common.models import first_or_refuse

INVITATION_LIFE = timedelta(days=30)


def clubs_seen_by(user: User) -> QuerySet[Club]:
    """Return the clubs that the user may see."""
    seen = Q(is_public=True)
    if shown := shown_to(user):
        seen |= Q(pk__in=shown)
    if user.is_authenticated:
        seen |= Q(pk__in=Membership.objects.filter(player__account=user).values("club"))
    return Club.objects.all() if is_operator(user) else Club.objects.filter(seen)


def hidden_clubs(clubs: Iterable[tuple[int | None, bool | None]], user: User) -> set[int]:
    """Return which clubs of (id, is public) the user may not see; no query where all are public."""
    private = {pk for pk, is_public in clubs if pk is not None and not is_public}
    seen = clubs_seen_by(user).filter(pk__in=private).values_list("pk", flat=True)
    return private.difference(seen) if private else set()


def clubs_listed_for(user: User) -> QuerySet[Club]:
    """Return the clubs that the user may see, by name, each with `member_count`."""
    return clubs_seen_by(user).annotate(member_count=Count("memberships")).order_by("name", "id")  # type: ignore[no-redef]  # the model names it for readers


def clubs_scored_by(user: User) -> QuerySet[Club]:
    """Return the clubs whose results the user may enter."""
    if is_operator(user):
        return Club.objects.all()
    return Club.objects.filter(memberships__player__account=user.pk, memberships__role__in=SCORING)


def club_seen_by(slug: str, user: User) -> Club:
    """Return the club of a slug, present or former, with `member_count`. Raise `NoSuchClub`.

    Compare `slug` to learn whether it moved.
    """
    members = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(count=Count("pk"))
    clubs = Club.objects.annotate(member_count=Coalesce(Subquery(members.values("count")), 0))  # type: ignore[no-redef]  # the model names it for readers
    club = clubs.filter(Q(slug=slug) | Q(former_slugs__slug=slug)).order_by("pk").distinct().first()
    if club is None or not rights_of(user, club).see:
        raise NoSuchClub(_("Club not found. If it is a private club, sign in as a member."))
    return club


def club_run_by(slug: str, user: User) -> Club:
    """Return the club, for an organiser. Raise `NoSuchClub`, `NotYours`."""
    club = club_seen_by(slug, user)
    if not rights_of(user, club).organise:
        raise NotYours(_("Only organisers of %(club)s can do this. Ask an organiser.") % {"club": club})
    return club


def club_owned_by(slug: str, user: User) -> Club:
    """Return the club, for an owner. Raise `NoSuchClub`, `NotYours`."""
    club = club_seen_by(slug, user)
    if not rights_of(user, club).administer:
        raise NotYours(_("Only owners of %(club)s can do this. Ask an owner.") % {"club": club})
    return club


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the club's memberships: people first, then bots, by name."""
    return club.memberships.select_related("player", "player__account").order_by(
        "-player__kind", *by_name("player__name"), "id"
    )


class MemberShown(NamedTuple):
    """A member on the club's page: the public ids of membership and player; `role` is empty for those without one."""

    key: str
    player: str
    name: str
    href: str
    of: str
    is_own: bool
    role: str


def member_shown(membership: Membership, user: User) -> MemberShown:
    """Return a member as the reader sees them, under the player's present name."""
    player = membership.player
    kind = _("bot") if player.is_bot else "" if player.account_id else _("no account")
    own = player.account_id is not None and player.account_id == user.pk
    href = address_of_player(player.public_id, player.name, player.kind)
    role = "" if membership.role == Membership.Role.MEMBER else membership.get_role_display()
    return MemberShown(membership.public_id, player.public_id, player.name, href, kind, own, role)


def membership_in(club: Club, public_id: str) -> Membership:
    """Return one membership. Raise `NoSuchClub` when there is none."""
    membership = club.memberships.select_related("player", "club").filter(public_id=public_id).first()
    if membership is None:
        raise NoSuchClub(_("%(club)s has no such member. The player may have left the club.") % {"club": club})
    return membership


def own_membership(club: Club, user: User) -> Membership | None:
    """Return the user's own membership."""
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, player__account=user.pk).first()


def memberships_of_account(account: Account) -> list[Membership]:
    """Return the account's memberships with clubs, by name."""
    own = Membership.objects.filter(player__account=account)
    return list(own.select_related("club", "player").order_by("club__name"))


def reads_as_visitors_do(user: User, memberships: Iterable[Membership]) -> bool:
    """Return whether the account, with these memberships, sees the clubs and names that visitors see, and no others."""
    clubs = [membership.club for membership in memberships]
    there_is_more = is_operator(user) or shown_to(user)
    return not there_is_more and all(club.is_public and not club.shortens_names for club in clubs)


def role_changes_of(memberships: Sequence[Membership], since: datetime) -> dict[int, datetime]:
    """Return when the roles of these memberships changed, of changes since then; by their ids."""
    by_club = {membership.club.public_id: membership for membership in memberships}
    changes = Change.objects.filter(club__in=by_club, at__gt=since, verb="role-changed").order_by("id")
    found: dict[int, datetime] = {}
    for club, at, facts in changes.values_list("club", "at", "facts"):
        if facts.get("player") == {"player": by_club[club].player.public_id}:
            found[by_club[club].pk] = at
    return found


def clubs_organised_by(account: Account) -> QuerySet[Club]:
    """Return the clubs whose tournaments the account runs as one of their own."""
    return Club.objects.filter(memberships__player__account=account, memberships__role__in=ORGANISING)


_never_enter: list[Callable[[], Q]] = []


def register_bots_that_never_enter(condition: Callable[[], Q]) -> None:
    """Register a condition for bots that no tournament accepts, so that no list offers them to a club."""
    _never_enter.append(condition)


def bots_to_admit(club: Club) -> QuerySet[Player]:
    """Return built-in bots and bots of members that are not in the club and may enter tournaments."""
    members = Membership.objects.filter(club=club).values("player__account")
    never = reduce(or_, (condition() for condition in _never_enter), Q(pk__in=[]))
    return bots_owned_by(members).exclude(memberships__club=club).exclude(never)


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the clubs of a player, by name."""
    return Club.objects.filter(memberships__player=player).order_by("name", "id")


def slug_is_taken(slug: str) -> bool:
    """Return whether an address is some club's, or was."""
    return Club.objects.filter(slug=slug).exists() or FormerSlug.objects.filter(slug=slug).exists()


def clubs_shown_by(keys: Collection[str]) -> frozenset[int]:
    """Return the ids of the clubs that view-only links with these keys show."""
    return frozenset(ViewOnlyLink.objects.filter(key__in=keys, revoked_at=None).values_list("club", flat=True))


def view_only_link_behind(key: str) -> ViewOnlyLink:
    """Return the view-only link with this key. Raise `NoSuchClub` when there is none, or it was revoked."""
    links = ViewOnlyLink.objects.select_related("club").filter(key=key, revoked_at=None)
    return first_or_refuse(links, NoSuchClub(_("This link no longer works. Ask the club for a new one.")))


def view_only_link_at(club: Club, public_id: str) -> ViewOnlyLink:
    """Return a view-only link of the club, revoked or not. Raise `NoSuchClub` when there is none."""
    link = club.view_only_links.filter(public_id=public_id).first()
    if link is None:
        raise NoSuchClub(_("This link of %(club)s does not exist. It may have been revoked.") % {"club": club})
    return link


def view_only_links_of(club: Club) -> QuerySet[ViewOnlyLink]:
    """Return the active view-only links of the club, the latest first."""
    return club.view_only_links.filter(revoked_at=None).select_related("made_by").order_by("-id")


def invitations_to(club: Club) -> QuerySet[Invitation]:
    """Return the open invitations of a club, the latest first, with the members they name."""
    waiting = _waiting().filter(club=club).exclude(player__account__isnull=False)
    return waiting.select_related("player").order_by("-created_at", "-id")


def is_invited(club: Club, player: Player) -> bool:
    """Return whether an open invitation is for that player."""
    return invitations_to(club).filter(player=player).exists()


def invitations_for(account: Account) -> list[Invitation]:
    """Return the invitations to the confirmed address of an account, of clubs that it does not belong to yet.

    Where no mail leaves the site, an address proves nothing: invitations go by their links alone.
    """
    if not proves_address(account):
        return []
    own = Membership.objects.filter(player__account=account).values("club")
    found = _waiting().filter(email=account.email).exclude(club__in=own)
    return list(found.select_related("club").order_by("id"))


def invitation_for(account: Account, public_id: str) -> Invitation:
    """Return one of `invitations_for`. Raise `InvitationGone`."""
    for invitation in invitations_for(account):
        if invitation.public_id == public_id:
            return invitation
    raise _invitation_gone()


def invitation_behind(key: str, user: User | None = None) -> Invitation:
    """Return the invitation with this key, with its club and player. Raise `InvitationGone` if it is no longer valid.

    An account finds the one that it has accepted, too.
    """
    begin = timezone.now() - INVITATION_LIFE
    invitations = Invitation.objects.select_related("club", "player__merged_into")
    invitation = invitations.filter(key=key, created_at__gt=begin).first()
    own = user.pk if user is not None and user.is_authenticated else None
    if invitation is None or (invitation.accepted_at is not None and (own is None or invitation.accepted_by_id != own)):
        raise _invitation_gone()
    return invitation


def join_link_of(club: Club) -> JoinLink | None:
    """Return the active join link of the club."""
    return club.join_links.filter(revoked_at=None, expires_at__gt=timezone.now()).first()


def join_link_behind(key: str) -> JoinLink:
    """Return the join link with this key, and its club. Raise `InvitationGone` if it was revoked or has expired."""
    links = JoinLink.objects.select_related("club")
    link = links.filter(key=key, revoked_at=None, expires_at__gt=timezone.now()).first()
    if link is None:
        raise InvitationGone(_("This join link was revoked or has expired. Ask the club for a new one."))
    return link


def requests_to(club: Club) -> QuerySet[JoinRequest]:
    """Return the requests to join the club, the oldest first."""
    return club.join_requests.select_related("player__account").order_by("id")


def clubs_asked_to_join(account: Account) -> list[tuple[Club, int]]:
    """Return the clubs organised by the account with requests to join, and how many."""
    clubs = clubs_organised_by(account).annotate(requests=Count("join_requests")).filter(requests__gt=0)
    return [(club, club.requests) for club in clubs.order_by("name", "id")]


def has_asked_to_join(club: Club, user: User) -> bool:
    """Return whether a request of the account waits for an answer of the club."""
    return user.is_authenticated and club.join_requests.filter(player__account=user.pk).exists()


def _waiting() -> QuerySet[Invitation]:
    return Invitation.objects.filter(accepted_at=None, created_at__gt=timezone.now() - INVITATION_LIFE)


def _invitation_gone() -> InvitationGone:
    return InvitationGone(
        _("This invitation was already used, was withdrawn, or is older than 30 days. Ask the club for a new one.")
    )


def people_of(club: Club) -> QuerySet[Player]:
    """Return the members of the club and the guests who have played there."""
    people = Player.objects.people()
    return people.filter(tied_to(Club.objects.filter(pk=club.pk))).distinct()


def guests_of(club: Club) -> QuerySet[Player]:
    """Return the guests of the club, by name."""
    return people_of(club).exclude(memberships__club=club).order_by(*by_name(), "pk")


def person_at(club: Club, public_id: str) -> Player:
    """Return a member or a guest of the club. Raise `NoSuchClub` when there is none."""
    player = people_of(club).filter(public_id=public_id).first()
    if player is None:
        raise NoSuchClub(_("%(club)s has no such player. Find the player in the list of players.") % {"club": club})
    return player


def people_by_address(club: Club, people: Iterable[Player]) -> dict[str, Player]:
    """Return the people with a proven address, by address. One query; `account` must be loaded with them.

    An address is proven if it was confirmed, or if the account accepted an invitation of the club that was sent there.
    """
    with_account = {player.account_id: player for player in people if player.account_id is not None}
    accepted = club.invitations.filter(accepted_by__in=with_account).values_list("email", "accepted_by")
    found = {email: with_account[account] for email, account in accepted}
    own = ((player.account, player) for player in with_account.values())
    return found | {account.email: player for account, player in own if account and proves_address(account)}


def other_person(club: Club, player: Player, public_id: str) -> Player | None:
    """Return another member or guest of the club; None if there is no such player, or it is the player itself."""
    return people_of(club).filter(public_id=public_id).exclude(pk=player.pk).first() if public_id else None


def membership_of(player: Player, club: Club) -> Membership | None:
    """Return the player's membership; None for a guest."""
    return club.memberships.filter(player=player).first()


def is_number_taken(club: Club, number: str, *, but: Membership | None = None) -> bool:
    """Return whether a member of the club has this member number; `but` is the member who may have it."""
    others = club.memberships.exclude(pk=but.pk) if but else club.memberships
    return number != "" and others.filter(number__iexact=number).exists()


def invitation_naming(player: Player, club: Club) -> Invitation | None:
    """Return the valid invitation for a member without an account."""
    return _waiting().filter(club=club, player=player).first()


def members_among(players: Sequence[Player], club: Club) -> set[int]:
    """Return the ids of those players who are members."""
    return set(club.memberships.filter(player__in=players).values_list("player", flat=True))


def is_known_at(club: Club, player: Player) -> bool:
    """Return whether the player is a member or a guest of the club."""
    return people_of(club).filter(pk=player.pk).exists()


def plays_elsewhere(clubs: QuerySet[Club], player: Player) -> bool:
    """Return whether the player is a member or a guest of any other club."""
    return Player.objects.filter(tied_to(Club.objects.exclude(pk__in=clubs.values("pk"))), pk=player.pk).exists()


def merge_done_at(club: Club, public_id: str) -> Merge:
    """Return a merge by an organiser of the club. Raise `NoSuchClub` when there is none."""
    merge = Merge.objects.select_related("former", "standing").filter(club=club.public_id, public_id=public_id).first()
    if merge is None:
        raise NoSuchClub(_("%(club)s has no such merge. Find the merge in the log.") % {"club": club})
    return merge


def merges_to_undo(club: Club, public_ids: Sequence[str]) -> set[str]:
    """Return those of these merges that can be undone; no query for none."""
    if not public_ids:
        return set()
    merges = Merge.objects.filter(club=club.public_id, public_id__in=public_ids, undone_at=None)
    return set(merges.values_list("public_id", flat=True))


def memberships_to_move(former: Player, standing: Player) -> list[str]:
    """Return the clubs and roles that a player takes over in a merge."""
    current = {membership.club_id: membership for membership in standing.memberships.all()}
    sentences = []
    for membership in former.memberships.select_related("club").order_by("club__name", "club"):
        existing = current.get(membership.club_id)
        if existing is None or membership.rank > existing.rank:
            words = {"player": standing, "role": membership.get_role_display(), "club": membership.club}
            sentences.append(_("%(player)s gets this role at %(club)s: %(role)s.") % words)
    return sentences
