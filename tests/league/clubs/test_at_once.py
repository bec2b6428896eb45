"""Two people at once: each gets an answer, and what must hold holds."""

import pytest

from league.accounts.errors import AddressTaken, CannotBeMerged, LinkSpent
from league.accounts.models import Account, Change, Merge, Player
from league.accounts.services.accounts import register_account
from league.accounts.services.one_time_links import claim_place, issue_owner_link
from league.accounts.services.players import make_player
from league.clubs.errors import LastOwner, NoSuchClub, NotYours
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit, remove_member
from league.clubs.services.merging import merge_at, undo_merge_at
from tests.concurrency import at_once, refusals
from tests.factories import Role, account_of, glen_club, joins

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_owners_who_leave_at_once_leave_one_behind() -> None:
    club = glen_club(morag := account_of("Morag"))
    joins(hamish := account_of("Hamish"), club, Role.OWNER)
    places = {place.player_id: place for place in Membership.objects.select_related("club")}
    outcomes = at_once(
        lambda: remove_member(membership=places[morag.player.pk], by=morag),
        lambda: remove_member(membership=places[hamish.player.pk], by=hamish),
    )
    assert refusals(outcomes) == [LastOwner]
    assert club.memberships.filter(role=Role.OWNER).count() == 1


def test_a_member_taken_out_twice_at_once_is_out_and_nothing_breaks() -> None:
    club = glen_club(morag := account_of("Morag"))
    place = joins(account_of("Hamish"), club)
    outcomes = at_once(*[lambda: remove_member(membership=place, by=morag)] * 2)
    assert refusals(outcomes) == [NoSuchClub]
    assert [one.player for one in club.memberships.all()] == [morag.player]


def test_the_owners_link_opened_twice_at_once_makes_one_owner() -> None:
    token = issue_owner_link() or ""
    hamish, senga = account_of("Hamish"), account_of("Senga")
    outcomes = at_once(
        lambda: claim_place(token=token, account=hamish), lambda: claim_place(token=token, account=senga)
    )
    assert refusals(outcomes) == [LinkSpent]
    assert Account.objects.filter(is_superuser=True).count() == 1


def test_clubs_founded_at_once_under_one_name_have_different_addresses() -> None:
    at_once(*[lambda: found_club(name="Glen Orchy Games")] * 4)
    assert Club.objects.count() == 4
    assert Club.objects.values("slug").distinct().count() == 4


def test_an_address_is_registered_once_however_often_the_button_is_pressed() -> None:
    def join() -> Account:
        return register_account(email="morag@example.org", password="thistle and heather", name="Morag")

    assert refusals(at_once(join, join, join)) == [AddressTaken, AddressTaken]
    assert Account.objects.count() == 1


def test_two_who_merge_the_same_two_players_at_once_merge_them_once() -> None:
    club = glen_club(morag := account_of("Morag"))
    one, other = make_player(name="Fergus"), make_player(name="Fearghas")
    for player in (one, other):
        admit(club=club, player=player)
    crosswise = at_once(
        lambda: merge_at(club=club, former=one, standing=other, by=morag),
        lambda: merge_at(club=club, former=other, standing=one, by=morag),
    )
    assert refusals(crosswise) == [CannotBeMerged]
    merge = Merge.objects.get()
    assert refusals(at_once(*[lambda: undo_merge_at(club=club, merge=merge, by=morag)] * 2)) == []
    assert Player.objects.filter(merged_into=None, pk__in=[one.pk, other.pk]).count() == 2
    assert Change.objects.filter(verb="merge-undone").count() == 1
    again = at_once(
        lambda: undo_merge_at(club=club, merge=merge, by=morag),
        lambda: merge_at(club=club, former=merge.former, standing=merge.standing, by=morag),
    )
    assert refusals(again) == []
    assert Merge.objects.filter(undone_at=None).count() == 1


def test_a_player_admitted_elsewhere_while_two_are_merged_stays_two() -> None:
    club = glen_club(morag := account_of("Morag"))
    elsewhere = glen_club(account_of("Hamish"), name="Loch Awe Games")
    one, other = make_player(name="Fergus"), make_player(name="Fearghas")
    for player in (one, other):
        admit(club=club, player=player)
    outcomes = at_once(
        lambda: merge_at(club=club, former=other, standing=one, by=morag), lambda: admit(club=elsewhere, player=other)
    )
    other.refresh_from_db()
    assert (refusals(outcomes) == [NotYours]) == (other.merged_into_id is None)
    assert not elsewhere.memberships.filter(player__merged_into__isnull=False).exists()
