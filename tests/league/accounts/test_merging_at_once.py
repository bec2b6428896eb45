"""Two players become one while somebody else changes what is theirs: one waits, and neither falls over."""

import pytest

from league.accounts.models import Account, OneTimeLink, Player
from league.accounts.services.one_time_links import claim_player, issue_claim_link, revoke_claim_link
from league.accounts.services.players import make_player, merge_players
from league.clubs.errors import ListHasChanged
from league.clubs.models import Club, Membership
from league.clubs.services.importing import import_members
from league.clubs.services.members import admit, change_role
from league.clubs.services.players import edit_player
from league.common.errors import Refusal
from league.common.player_lists.reading import Line
from league.results.models import Result
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import start
from tests.concurrency import in_order
from tests.factories import Role, account_of
from tests.league.tournaments.factories import play_open_legs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def guest(club: Club) -> Player:
    """A guest who is Fergus."""
    event = make_tournament(club=club, name="Winter", game="kings-kilt", format="round-robin", by=None)
    player: Player = enter_guest(tournament=event, name="Fearghas MacLeod", by=None).player
    return player


@pytest.fixture
def other(club: Club) -> Player:
    """A second guest who is that person."""
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    player: Player = enter_guest(tournament=event, name="Ruaridh", by=None).player
    return player


def hold(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def test_a_result_that_is_entered_while_the_two_become_one(club: Club, morag: Account, fergus: Player) -> None:
    others = [make_player(name=name) for name in ("Ailsa", "Isla", "Una")]
    for player in others:
        admit(club=club, player=player)
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=event, players=[fergus, *others], by=None)
    start(tournament=event, by=None)
    entered = in_order(
        event.locked, lambda: merge_players(former=fergus, standing=morag.player), lambda: play_open_legs(event)
    )
    assert entered == [2, morag.player]
    assert Result.objects.count() == 2


def test_a_role_that_is_given_while_the_two_become_one(club: Club, morag: Account, fergus: Player) -> None:
    place = Membership.objects.get(player=fergus)
    changed, standing = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: merge_players(former=fergus, standing=morag.player),
        lambda: change_role(membership=place, role=Role.SCORER, by=morag),
    )
    assert (changed, standing) == (place, morag.player)
    assert not Membership.objects.filter(player=fergus).exists()


@pytest.mark.parametrize("has_player", [False, True], ids=["joins", "merges"])
def test_a_link_that_is_revoked_while_it_is_used(fergus: Player, has_player: bool) -> None:
    senga = account_of("Senga") if has_player else Account.objects.create_user("senga@example.org")
    token = issue_claim_link(player=fergus)
    revoked, claimed = in_order(
        lambda: Player.objects.select_for_update().get(pk=fergus.pk),
        lambda: claim_player(token=token, account=senga),
        lambda: revoke_claim_link(player=fergus),
    )
    assert revoked is True
    assert isinstance(claimed, Refusal)
    fergus.refresh_from_db()
    assert (fergus.account, fergus.merged_into) == (None, None)
    assert not OneTimeLink.objects.filter(player=fergus).exists()


def test_a_guest_who_is_merged_while_a_list_makes_them_a_member(club: Club, guest: Player, other: Player) -> None:
    _merged, imported = in_order(
        lambda: hold(guest),
        lambda: import_members(club=club, lines=[Line(1, guest.name), Line(2, "Una")], chosen={}, by=None),
        lambda: merge_players(former=guest, standing=other),
    )
    assert isinstance(imported, ListHasChanged)
    assert [one.player.name for one in club.memberships.select_related("player")] == ["Morag"]


def test_a_guest_who_is_merged_while_they_are_admitted(club: Club, guest: Player, other: Player) -> None:
    _merged, admitted = in_order(
        lambda: hold(guest), lambda: admit(club=club, player=guest), lambda: merge_players(former=guest, standing=other)
    )
    assert isinstance(admitted, Membership)
    assert admitted.player == other
    assert not Membership.objects.filter(player=guest).exists()


def test_a_member_who_is_edited_while_somebody_takes_them_over(club: Club, morag: Account, fergus: Player) -> None:
    _held, edited = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: edit_player(club=club, player=fergus, name="Fergus Scott", email="f@example.org", by=morag),
        lambda: hold(fergus),
    )
    assert edited == fergus
    assert club.invitations.get().player == fergus
