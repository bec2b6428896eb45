"""The pages of clubs: private clubs do not exist for non-members, and organisers find their buttons."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.accounts.models import Change
from league.accounts.services.players import make_bot_player
from league.clubs.services.clubs import MOST_CLUBS_A_DAY, change_club
from league.clubs.services.members import admit_by_name
from tests.factories import Role, account_of, browser_of, glen_club, joins, operator
from tests.league.assertions import queries_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
PAGE = "/clubs/glen-orchy-games/"


def test_lists_show_a_private_club_to_its_members_and_operators_alone() -> None:
    club = glen_club(account_of("Morag"), is_public=False)
    joins(hamish := account_of("Hamish"), club)
    for reader, is_shown in ((hamish, True), (operator(), True), (account_of("Senga"), False), (None, False)):
        browser = browser_of(reader)
        assert ("Morag" in browser.get(PAGE).content.decode()) is is_shown
        assert (club.name in browser.get("/clubs/").content.decode()) is is_shown
        assert len(browser.get("/api/v1/clubs/").json()["results"]) == is_shown


def test_the_readers_own_row_is_marked_and_no_other() -> None:
    club = glen_club(account_of("Morag"))
    joins(hamish := account_of("Hamish"), club)
    assert browser_of(hamish).get(PAGE).content.decode().count('<span class="you">') == 1
    assert "Leave Glen Orchy Games" in browser_of(hamish).get(PAGE).content.decode()


def test_a_former_address_leads_to_the_present_one() -> None:
    club = glen_club(account_of("Morag"))
    change_club(club=club, name="Loch Awe Games", summary="", is_public=True, time_zone="UTC")
    answer = browser_of().get(PAGE)
    assert (answer.status_code, answer["Location"]) == (301, "/clubs/loch-awe-games/")


@pytest.mark.parametrize(("role", "is_led_there"), [(Role.MEMBER, False), (Role.ORGANISER, True), (Role.OWNER, True)])
def test_organisers_find_the_way_to_the_members(role: Role, is_led_there: bool) -> None:
    joins(hamish := account_of("Hamish"), glen_club(account_of("Morag")), role)
    assert (f'href="{PAGE}members/"' in browser_of(hamish).get(PAGE).content.decode()) is is_led_there


def test_an_account_creates_so_many_clubs_a_day() -> None:
    browser = browser_of(account_of("Morag"))
    sent = {"is_public": "on", "time_zone": "Europe/London"}
    answers = [browser.post("/clubs/new/", {"name": f"Glen {n}", **sent}) for n in range(MOST_CLUBS_A_DAY + 1)]
    assert [answer.status_code for answer in answers] == [302] * MOST_CLUBS_A_DAY + [200]
    assert 'value="Glen 10"' in answers[-1].content.decode()
    assert browser_of(account_of("Hamish")).post("/clubs/new/", {"name": "Another", **sent}).status_code == 302
    Change.objects.update(at=timezone.now() - timedelta(days=2))
    assert browser.post("/clubs/new/", {"name": "Glen 11", **sent}).status_code == 302


def test_players_and_bots_are_admitted_in_the_browser() -> None:
    club = glen_club(morag := account_of("Morag"))
    lookout = make_bot_player(name="Lookout")
    browser = browser_of(morag)
    browser.post(f"{PAGE}members/", {"name": "Old Angus"})
    browser.post(f"{PAGE}members/bots/", {"bots": [lookout.public_id]})
    assert set(club.memberships.values_list("player__name", flat=True)) == {"Morag", "Old Angus", "Lookout"}
    again = browser.post(f"{PAGE}members/", {"name": "Old Angus"})
    assert "<select" in again.content.decode()
    assert club.memberships.count() == 3


def test_no_player_but_a_bot_of_the_house_is_admitted_as_one() -> None:
    club = glen_club(morag := account_of("Morag"))
    senga = account_of("Senga").player
    answer = browser_of(morag).post(f"{PAGE}members/bots/", {"bots": [senga.public_id]}, follow=True)
    assert "note error" in answer.content.decode()
    assert club.memberships.count() == 1


def test_a_role_is_changed_and_a_member_taken_out_in_the_browser() -> None:
    club = glen_club(morag := account_of("Morag"))
    membership = joins(account_of("Hamish"), club)
    browser = browser_of(morag)
    address = f"{PAGE}members/{membership.public_id}/"
    browser.post(address, {"role": "organiser"})
    membership.refresh_from_db()
    assert membership.role == Role.ORGANISER
    browser.post(f"{address}remove/")
    assert club.memberships.count() == 1


def test_an_organiser_leaves_and_the_last_owner_is_told_what_to_do_first() -> None:
    club = glen_club(morag := account_of("Morag"))
    own = joins(hamish := account_of("Hamish"), club, Role.ORGANISER)
    browser = browser_of(hamish)
    assert f"{PAGE}members/{own.public_id}/" in browser.get(PAGE).content.decode()
    place = f"{PAGE}members/{club.memberships.get(player=morag.player).public_id}/"
    assert f"{place}remove/" not in browser.get(place).content.decode()
    told = browser_of(morag).post(f"{place}remove/", follow=True).content.decode()
    assert "note error" in told
    assert "Leave Glen Orchy Games" in browser.get(f"{PAGE}members/{own.public_id}/").content.decode()
    browser.post(f"{PAGE}members/{own.public_id}/remove/")
    assert club.memberships.get().player == morag.player


def test_the_number_of_queries_does_not_grow_with_the_members() -> None:
    club = glen_club(morag := account_of("Morag"))
    browser = browser_of(morag)

    pages = (PAGE, f"{PAGE}members/", "/clubs/", f"/api/v1/clubs/{club.slug}/")
    before = [queries_of(browser, address) for address in pages]
    for number in range(30):
        admit_by_name(club=club, name=f"Player {number}", by=morag)
    assert [queries_of(browser, address) for address in pages] == before
