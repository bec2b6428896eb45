"""Member numbers: read from lists, edited, unique in a club, and shown where two members have one name."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account, Merge
from league.clubs.errors import NotYours, NumberTaken
from league.clubs.models import Club, Membership
from league.clubs.services.members import admit_by_name, number_member
from league.clubs.services.merging import merge_at, undo_merge_at
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.clubs.test_adding_members import confirm, preview

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def browser(morag: Account) -> Client:
    return browser_of(morag)


def numbers(club: Club) -> list[tuple[str, str]]:
    return sorted(club.memberships.exclude(number="").values_list("player__name", "number"))


def edit_page(membership: Membership) -> str:
    return reverse("clubs:edit-player", args=[membership.club.slug, membership.player.public_id])


def test_a_list_stores_the_numbers_of_its_column(club: Club, browser: Client) -> None:
    admit_by_name(club=club, name="Una")
    text = "Member no.,Name,Email\n0042,Hamish,hamish@example.org\nA-7,Una,\n,Isla,\n0042,Tor,\n"
    assert preview(browser, text) == {"2": "added", "3": "numbered", "4": "added", "5": "added"}
    page = confirm(browser, text)
    assert numbers(club) == [("Hamish", "0042"), ("Una", "A-7")]
    assert "0042" in page
    assert preview(browser, text) == {"2": "already", "3": "already", "4": "already", "5": "already"}


def test_a_list_changes_no_number_and_takes_none_from_another_member(club: Club, browser: Client) -> None:
    confirm(browser, "No,Name\n1,Una\n")
    confirm(browser, "No,Name\n2,Una\n1,Isla\n")
    assert numbers(club) == [("Una", "1")]
    assert club.memberships.filter(player__name="Isla").exists()


def test_two_members_of_one_name_are_known_by_their_numbers(club: Club, browser: Client) -> None:
    text = "No,Name\n17,John Smith\n18,John Smith\n"
    page = confirm(browser, text)
    assert numbers(club) == [("John Smith", "17"), ("John Smith", "18")]
    assert "John Smith (no. 17)" in page
    assert preview(browser, text) == {"2": "already", "3": "already"}
    assert preview(browser, "No,Name\n19,John Smith\n") == {"2": "asked"}


def test_the_number_of_a_member_is_edited_with_an_account_and_without(club: Club, browser: Client) -> None:
    joins(account_of("Hamish"), club)
    una, hamish = admit_by_name(club=club, name="Una"), club.memberships.get(player__name="Hamish")
    browser.post(edit_page(una), {"name": "Una Begg", "email": "", "number": " 12 "})
    browser.post(edit_page(hamish), {"number": "a7"})
    assert numbers(club) == [("Hamish", "a7"), ("Una Begg", "12")]
    taken = browser.post(edit_page(una), {"name": "Una", "email": "", "number": "A7"})
    assert taken.status_code == 200
    assert numbers(club) == [("Hamish", "a7"), ("Una Begg", "12")]  # all of it is saved, or nothing
    browser.post(edit_page(una), {"name": "Una", "email": "", "number": ""})
    assert numbers(club) == [("Hamish", "a7")]


def test_only_organisers_change_numbers_and_the_database_keeps_them_apart(club: Club, morag: Account) -> None:
    una, tor = (admit_by_name(club=club, name=name) for name in ("Una", "Tor"))
    joins(hamish := account_of("Hamish"), club)
    with pytest.raises(NotYours):
        number_member(membership=una, number="1", by=hamish)
    number_member(membership=una, number="b1", by=morag)
    with pytest.raises(NumberTaken):
        number_member(membership=tor, number="B1", by=morag)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.filter(pk=tor.pk).update(number="B1")
    elsewhere = glen_club(senga := account_of("Senga"), name="Another")
    number_member(membership=admit_by_name(club=elsewhere, name="Tor"), number="b1", by=senga)


def test_a_merge_keeps_the_number_and_its_undoing_gives_it_back(club: Club, morag: Account) -> None:
    one, other = (admit_by_name(club=club, name=name) for name in ("Una", "Una Begg"))
    number_member(membership=other, number="5", by=morag)
    merge_at(club=club, former=other.player, standing=one.player, by=morag)
    assert numbers(club) == [("Una", "5")]
    undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    assert numbers(club) == [("Una Begg", "5")]


def test_the_log_tells_two_merged_players_of_one_name_apart(club: Club, browser: Client, morag: Account) -> None:
    confirm(browser, "No,Name\n17,John Smith\n18,John Smith\n")
    one, other = club.memberships.exclude(number="").order_by("number")
    merge_at(club=club, former=other.player, standing=one.player, by=morag)
    merge = Merge.objects.get()
    undo = reverse("clubs:undo-merge", args=[club.slug, merge.public_id])
    for page in (reverse("clubs:log", args=[club.slug]), undo):
        text = browser.get(page).content.decode()
        assert "John Smith (no. 17)" in text, page
        assert "John Smith (no. 18)" in text, page


def test_pages_of_one_member_tell_namesakes_apart(club: Club, browser: Client) -> None:
    confirm(browser, "No,Name\n17,John Smith\n18,John Smith\n")
    one = club.memberships.get(number="17")
    for page in (edit_page(one), reverse("clubs:member", args=[club.slug, one.public_id])):
        assert "John Smith (no. 17)" in browser.get(page).content.decode(), page
    assert one.player.name == "John Smith"


def test_the_api_gives_numbers_to_organisers_alone(club: Club, browser: Client) -> None:
    confirm(browser, "No,Name\n17,Una\n")
    address = f"/api/v1/clubs/{club.slug}/"
    given = {row["player"]["name"]: row["number"] for row in browser.get(address).json()["members"]}
    assert given == {"Morag": "", "Una": "17"}
    assert {row["number"] for row in browser_of().get(address).json()["members"]} == {""}


def test_a_member_reads_the_own_number_in_their_data(club: Club, morag: Account, browser: Client) -> None:
    number_member(membership=morag.player.memberships.get(), number="1", by=morag)
    data = browser.get(reverse("accounts:export-data")).content.decode()
    assert '"number": "1"' in data
