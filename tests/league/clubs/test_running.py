"""Creating and managing a club: permissions, refusals, and data that stays."""

import pytest

from league.accounts.errors import UnknownZone
from league.accounts.models import Account, Player
from league.accounts.services.players import make_bot_player, make_player
from league.clubs.errors import ClubNameMissing, LastOwner, MemberAlready, NotYours
from league.clubs.models import Club, Membership
from league.clubs.permissions import rights_of
from league.clubs.queries import bots_to_admit
from league.clubs.services.clubs import change_club, found_club
from league.clubs.services.members import admit, admit_by_name, change_role, remove_member
from league.common.errors import Refusal
from tests.factories import Role, account_of, glen_club, joins

pytestmark = pytest.mark.django_db


def rename(club: Club, name: str) -> Club:
    """Change nothing but the name."""
    return change_club(club=club, name=name, summary=club.summary, is_public=club.is_public, time_zone=club.time_zone)


def test_whoever_founds_a_club_owns_it() -> None:
    morag = account_of("Morag")
    club = found_club(name="  Glen  Orchy Games ", by=morag.player)
    assert (club.name, club.slug) == ("Glen Orchy Games", "glen-orchy-games")
    assert rights_of(morag, club).administer


def test_clubs_of_the_same_name_have_different_addresses() -> None:
    assert [found_club(name="Glen Games").slug for _ in range(3)] == ["glen-games", "glen-games-2", "glen-games-3"]


@pytest.mark.parametrize(("name", "slug"), [("New", "new-2"), ("東京", "club"), ("!!!", "club")])
def test_every_name_finds_an_address(name: str, slug: str) -> None:
    assert found_club(name=name).slug == slug


@pytest.mark.parametrize(
    ("name", "zone", "refusal"),
    [
        ("  ", "Europe/London", ClubNameMissing),
        ("G" * 81, "Europe/London", ClubNameMissing),
        ("Glen\x00Games", "Europe/London", ClubNameMissing),
        ("Glen Games", "Glen/Orchy", UnknownZone),
    ],
)
def test_an_impossible_club_is_refused_and_nothing_saved(name: str, zone: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        found_club(name=name, time_zone=zone, by=account_of("Morag").player)
    assert not Club.objects.exists()


def test_a_former_address_is_given_to_nobody_else_and_can_be_taken_back() -> None:
    club = rename(glen_club(account_of("Morag")), "Loch Awe Games")
    assert found_club(name="Glen Orchy Games").slug == "glen-orchy-games-2"
    assert rename(club, "Glen Orchy Games").slug == "glen-orchy-games"


def test_a_player_is_admitted_once() -> None:
    club = glen_club(morag := account_of("Morag"))
    hamish = make_player(name="Hamish")
    assert admit(club=club, player=hamish, by=morag).role == Role.MEMBER
    with pytest.raises(MemberAlready):
        admit(club=club, player=hamish, by=morag)


def test_somebody_without_an_account_is_admitted_by_name() -> None:
    club = glen_club(morag := account_of("Morag"))
    admitted = admit_by_name(club=club, name=" Old  Angus ", by=morag).player
    assert (admitted.name, admitted.account) == ("Old Angus", None)
    with pytest.raises(MemberAlready):
        admit_by_name(club=club, name="old angus", by=morag)
    assert Player.objects.filter(name__iexact="old angus").count() == 1


def test_bots_of_the_house_and_of_members_are_offered_until_they_belong() -> None:
    club = glen_club(morag := account_of("Morag"))
    lookout, steward = make_bot_player(name="Lookout"), make_bot_player(name="Steward")
    make_bot_player(name="Senga's own", owner=account_of("Senga"))
    morags = make_bot_player(name="Morag's own", owner=morag)
    admit(club=club, player=lookout, by=morag)
    assert list(bots_to_admit(club)) == [morags, steward]


def test_organisers_admit_members_and_owners_make_organisers() -> None:
    club = glen_club(morag := account_of("Morag"))
    hamish = account_of("Hamish")
    membership = joins(hamish, club)
    with pytest.raises(NotYours):
        admit_by_name(club=club, name="Angus", by=hamish)
    change_role(membership=membership, role=Role.ORGANISER, by=morag)
    angus = admit_by_name(club=club, name="Angus", by=hamish)
    with pytest.raises(NotYours):
        change_role(membership=angus, role=Role.SCORER, by=hamish)
    with pytest.raises(NotYours):
        admit(club=club, player=account_of("Isla").player, role=Role.OWNER, by=hamish)


def test_the_last_owner_neither_leaves_nor_steps_down() -> None:
    club = glen_club(morag := account_of("Morag"))
    own = Membership.objects.get(player=morag.player)
    with pytest.raises(LastOwner):
        remove_member(membership=own, by=morag)
    with pytest.raises(LastOwner):
        change_role(membership=own, role=Role.MEMBER, by=morag)
    joins(account_of("Hamish"), club, Role.OWNER)
    remove_member(membership=own, by=morag)
    assert not club.memberships.filter(player=morag.player).exists()


def test_an_owner_who_cannot_sign_in_is_no_other_owner() -> None:
    club = glen_club(morag := account_of("Morag"))
    own = Membership.objects.get(player=morag.player)
    change_role(membership=admit_by_name(club=club, name="Old Ewan"), role=Role.OWNER, by=morag)
    closed = joins(account_of("Senga"), club, Role.OWNER)
    Account.objects.filter(player=closed.player).update(is_active=False)
    with pytest.raises(LastOwner):
        remove_member(membership=own, by=morag)


def test_members_leave_by_themselves_and_take_nobody_along() -> None:
    club = glen_club(account_of("Morag"))
    hamish, isla = account_of("Hamish"), account_of("Isla")
    his, hers = joins(hamish, club), joins(isla, club)
    with pytest.raises(NotYours):
        remove_member(membership=hers, by=hamish)
    remove_member(membership=his, by=hamish)
    assert set(club.memberships.values_list("player__name", flat=True)) == {"Morag", "Isla"}


def test_only_owners_change_what_the_club_says_of_itself() -> None:
    club = glen_club(account_of("Morag"))
    joins(hamish := account_of("Hamish"), club, Role.ORGANISER)
    with pytest.raises(NotYours):
        change_club(club=club, name="Mine", summary="", is_public=True, time_zone="UTC", by=hamish)
