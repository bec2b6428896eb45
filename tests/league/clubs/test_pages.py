"""The pages of clubs: private clubs do not exist for non-members, and organisers find their buttons."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.models import Change
from league.accounts.services.players import make_bot_player
from league.clubs import club_page_sections
from league.clubs.club_page_sections import register_panel
from league.clubs.models import Club
from league.clubs.permissions import Rights, rights_of
from league.clubs.services.clubs import MOST_CLUBS_A_DAY, change_club
from league.clubs.services.members import admit_by_name
from tests.factories import Role, account_of, browser_of, glen_club, joins, operator

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
PAGE = "/clubs/glen-orchy-games/"
BELOW = ("", "settings/", "members/")


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("signed_in", [True, False], ids=["stranger", "anonymous"])
def test_a_private_club_does_not_exist_for_others(below: str, signed_in: bool) -> None:
    glen_club(account_of("Morag"), is_public=False)
    browser = browser_of(account_of("Senga") if signed_in else None)
    answer = browser.get(PAGE + below)
    missing = browser.get(f"/clubs/no-such-club/{below}")
    assert answer.status_code == missing.status_code
    assert without_masks(answer.content).replace("glen-orchy-games", "no-such-club") == without_masks(missing.content)
    assert "Glen Orchy Games" not in browser.get("/clubs/").content.decode()
    assert browser.get("/api/v1/clubs/").json()["results"] == []


def without_masks(page: bytes) -> str:
    """Return the page without the CSRF tokens, which differ in each response."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"[^"]+"', r"\1", page.decode())


def test_its_members_and_operators_see_a_private_club() -> None:
    club = glen_club(account_of("Morag"), is_public=False)
    joins(hamish := account_of("Hamish"), club)
    for reader in (hamish, operator()):
        assert "Morag" in browser_of(reader).get(PAGE).content.decode()
        assert len(browser_of(reader).get("/api/v1/clubs/").json()["results"]) == 1


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


@pytest.mark.parametrize(
    ("role", "statuses"),
    [(Role.MEMBER, (200, 403, 403)), (Role.ORGANISER, (200, 403, 200)), (Role.OWNER, (200, 200, 200))],
)
def test_desks_open_by_role(role: Role, statuses: tuple[int, int, int]) -> None:
    joins(hamish := account_of("Hamish"), glen_club(account_of("Morag")), role)
    browser = browser_of(hamish)
    assert tuple(browser.get(PAGE + below).status_code for below in BELOW) == statuses
    has_button = f'href="{PAGE}members/"' in browser.get(PAGE).content.decode()
    assert has_button is (role != Role.MEMBER)


def test_a_club_is_founded_in_the_browser() -> None:
    browser = browser_of(morag := account_of("Morag"))
    sent = {"name": "Glen Orchy Games", "summary": "Mondays.", "is_public": "on", "time_zone": "Europe/London"}
    assert browser.post("/clubs/new/", sent)["Location"] == f"{PAGE}members/"
    assert rights_of(morag, Club.objects.get()).administer


def test_an_account_creates_so_many_clubs_a_day() -> None:
    browser = browser_of(account_of("Morag"))
    sent = {"is_public": "on", "time_zone": "Europe/London"}
    answers = [browser.post("/clubs/new/", {"name": f"Glen {n}", **sent}) for n in range(MOST_CLUBS_A_DAY + 1)]
    assert [answer.status_code for answer in answers] == [302] * MOST_CLUBS_A_DAY + [200]
    assert 'value="Glen 10"' in answers[-1].content.decode()
    assert browser_of(account_of("Hamish")).post("/clubs/new/", {"name": "Another", **sent}).status_code == 302
    Change.objects.update(at=timezone.now() - timedelta(days=2))
    assert browser.post("/clubs/new/", {"name": "Glen 11", **sent}).status_code == 302


def test_founding_needs_a_sign_in() -> None:
    assert browser_of().get("/clubs/new/")["Location"] == "/sign-in/?next=/clubs/new/"


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


def test_after_a_fault_the_form_comes_before_the_members() -> None:
    morag = account_of("Morag")
    glen_club(morag)
    pages = [browser_of(morag).get(PAGE + "members/"), browser_of(morag).post(PAGE + "members/", {"name": ""})]
    order = [
        page.content.decode().index('id="new-member"') < page.content.decode().index('id="players"') for page in pages
    ]
    assert order == [False, True]


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


def test_the_last_owner_is_told_so_on_the_form() -> None:
    club = glen_club(morag := account_of("Morag"))
    own = club.memberships.get()
    answer = browser_of(morag).post(f"{PAGE}members/{own.public_id}/", {"role": "member"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()


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


def test_a_private_club_says_so_once() -> None:
    glen_club(morag := account_of("Morag"), is_public=False)
    assert browser_of(morag).get(PAGE).content.decode().count("This club is private") == 1


def test_a_member_of_another_club_is_not_reached_through_ones_own() -> None:
    glen_club(morag := account_of("Morag"))
    other = glen_club(account_of("Senga"), name="Another Club").memberships.get()
    assert browser_of(morag).post(f"{PAGE}members/{other.public_id}/remove/").status_code == 404


def test_names_are_shown_and_never_run() -> None:
    club = glen_club(morag := account_of("Morag"), name="<script>alert(1)</script>")
    admit_by_name(club=club, name="<img src=x onerror=alert(1)>", by=morag)
    text = browser_of(morag).get(f"/clubs/{club.slug}/").content.decode()
    assert "<script>alert" not in text
    assert "<img" not in text


def test_apps_above_put_panels_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def facts(request: HttpRequest, club: Club, rights: Rights) -> dict[str, object]:
        return {}

    monkeypatch.setattr(club_page_sections, "_registered", [])
    glen_club(account_of("Morag"))
    register_panel(template="clubs/_roster.html", facts=facts)
    assert browser_of().get(PAGE).content.decode().count('id="players"') == 2


def test_the_number_of_queries_does_not_grow_with_the_members() -> None:
    club = glen_club(morag := account_of("Morag"))
    browser = browser_of(morag)

    def queries() -> list[int]:
        counts = []
        for address in (PAGE, f"{PAGE}members/", "/clubs/", f"/api/v1/clubs/{club.slug}/"):
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address).status_code == 200
            counts.append(len(asked))
        return counts

    before = queries()
    for number in range(30):
        admit_by_name(club=club, name=f"Player {number}", by=morag)
    assert queries() == before
