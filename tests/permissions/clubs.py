"""Access to clubs."""

from collections.abc import Sequence

from league.accounts.models import Merge
from league.accounts.services.players import make_player
from league.clubs.models import Invitation, JoinLink, JoinRequest, Membership, ViewOnlyLink
from league.clubs.services.clubs import make_view_only_link
from league.clubs.services.invitations import invite
from league.clubs.services.joining import make_join_link
from league.clubs.services.members import admit_by_name
from league.clubs.services.merging import merge_at
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, LED_ON, NOBODY, ONESELF, ORGANISERS, OWNERS, all_get
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.world import World, thing


def club(world: World) -> Sequence[object]:
    """The club itself."""
    return [world.club.slug]


def membership(world: World) -> Sequence[object]:
    """Eilidh's place in the club."""
    return [world.club.slug, world.eilidh.player.memberships.get(club=world.club).public_id]


@thing
def view_only_link(world: World) -> ViewOnlyLink:
    """A link that shows the club."""
    return make_view_only_link(club=world.club, label="the Courier")


def shown(world: World) -> Sequence[object]:
    """Return a key that opens the page without signing in."""
    return [view_only_link(world).key]


link = ids(club, view_only_link)


@thing
def asked(world: World) -> Invitation:
    """An invitation to somebody's mail address."""
    return invite(club=world.club, email="somebody@example.org")


def invited(world: World) -> Sequence[object]:
    """Return the key in an invitation mail."""
    return [asked(world).key]


invitation = ids(club, asked)


@thing
def join_link(world: World) -> JoinLink:
    """The link by which people ask to join."""
    return make_join_link(club=world.club)


def joined_by(world: World) -> Sequence[object]:
    """Return the key of the join link."""
    return [join_link(world).key]


@thing
def asking(world: World) -> JoinRequest:
    """A request to join."""
    return JoinRequest.objects.create(club=world.club, player=make_player(name="Una"))


request = ids(club, asking)
own_invitation = ids(asked)


@thing
def iain(world: World) -> Membership:
    """A member without an account."""
    return admit_by_name(club=world.club, name="Iain")


claimed = ids(club, iain)


@thing
def merged(world: World) -> Merge:
    """Two members without an account whom an organiser merged."""
    one, other = iain(world).player, admit_by_name(club=world.club, name="Eoin").player
    merge_at(club=world.club, former=other, standing=one, by=world.morag)
    return Merge.objects.get(former=other)


merge_done = ids(club, merged)


def somebody(world: World) -> Sequence[object]:
    """Iain, as a player."""
    return [world.club.slug, iain(world).player.public_id]


ROWS: tuple[Row, ...] = (
    of_site("clubs:list", "GET", EVERYBODY),
    of_site("clubs:new", "GET POST", ACCOUNTS),
    of_club("clubs:club", "GET", club, EVERYBODY),
    of_club("clubs:preview", "GET", club, EVERYBODY, private=NOBODY),
    of_club("clubs:settings", "GET POST", club, OWNERS),
    of_site("clubs:open-view-only-link", "GET", all_get(LED_ON), shown),
    of_club("clubs:guests", "GET", club, ORGANISERS),
    of_club("clubs:edit-player", "GET POST", somebody, ORGANISERS),
    of_club("clubs:merge-player", "GET POST", somebody, ORGANISERS),
    of_club("clubs:undo-merge", "GET POST", merge_done, ORGANISERS),
    of_club("clubs:view-only-links", "GET POST", club, OWNERS),
    of_club("clubs:revoke-view-only-link", "POST", link, OWNERS),
    of_site("clubs:open-invitation", "GET", all_get(LED_ON), invited),
    of_site("clubs:invitation", "GET POST", NOBODY),  # who has opened none
    of_site("clubs:answer-invitation", "GET", ONESELF, own_invitation),
    of_club("clubs:resend-invitation", "POST", invitation, ORGANISERS),
    of_club("clubs:join-link", "GET POST", club, ORGANISERS),
    of_club("clubs:revoke-join-link", "POST", club, ORGANISERS),
    of_club("clubs:answer-request", "POST", request, ORGANISERS),
    of_site("clubs:open-join-link", "GET", all_get(LED_ON), joined_by),
    of_site("clubs:join", "GET POST", NOBODY),  # who has opened none
    of_club("clubs:withdraw-invitation", "POST", invitation, ORGANISERS),
    of_club("clubs:log", "GET", club, ORGANISERS),
    of_club("clubs:claim-link", "POST", claimed, ORGANISERS),
    of_club("clubs:revoke-claim-link", "POST", claimed, ORGANISERS),
    of_club("clubs:members", "GET POST", club, ORGANISERS),
    of_club("clubs:add-members", "GET POST", club, ORGANISERS),
    of_club("clubs:admit-bots", "POST", club, ORGANISERS),
    of_club("clubs:member", "GET POST", membership, ORGANISERS),
    of_club("clubs:remove", "POST", membership, ORGANISERS),
)
