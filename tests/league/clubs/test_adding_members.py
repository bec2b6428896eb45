"""Members from a list: previewed line by line, added and invited at once; each stays one player."""

import io
import re
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from league.accounts.models import Account, Change, Message, Player
from league.accounts.services.accounts import confirm_address
from league.clubs.models import Club, Membership
from league.clubs.services.invitations import MOST_A_DAY_UNSENT, invite
from league.clubs.services.joining import accept_invitation
from league.clubs.services.members import admit_by_name, change_role
from tests.factories import Role, account_of, browser_of, joins

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url", "outbox")]
ADD = "/clubs/glen-orchy-games/members/add/"
MEMBERS = "/clubs/glen-orchy-games/members/"


@pytest.fixture
def browser(morag: Account) -> Client:
    return browser_of(morag)


def preview(browser: Client, text: str, **answers: str) -> dict[str, str]:
    """The lines of the preview: the class of each row by its number."""
    return rows(browser.post(ADD, {"text": text} | answers).content.decode())


def rows(page: str) -> dict[str, str]:
    return {number: kind for kind, number in re.findall(r'<tr class="(\w+)">\s*<td class="place">(\d+)<', page)}


def confirm(browser: Client, text: str, **answers: str) -> str:
    """The page after confirming what the preview shows, with the answers chosen there."""
    page = browser.post(ADD, {"text": text}).content.decode()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    sent = {"text": text, "fingerprint": fingerprint, "confirmed": "1"} | answers
    return browser.post(ADD, sent, follow=True).content.decode()


def names(club: Club) -> list[str]:
    return sorted(club.memberships.values_list("player__name", flat=True))


def test_a_preview_says_of_each_line_what_happens_and_writes_nothing(club: Club, browser: Client) -> None:
    admit_by_name(club=club, name="Old Angus")
    text = "Name,Email,Guest\nUna,una@example.org,\nOld Angus,,\nOld Angos,,\nTor,,yes\n,x@example.org,\nBad,x@,\n"
    found = preview(browser, text + "Una,,\n")
    assert found == {
        "2": "added", "3": "already", "4": "asked", "5": "out", "6": "invited", "7": "refused", "8": "out"
    }  # fmt: skip
    assert names(club) == ["Morag", "Old Angus"]
    assert not club.invitations.exists()
    assert not Message.objects.exists()


def test_a_name_with_an_address_is_one_invited_member_and_one_player(club: Club, browser: Client) -> None:
    confirm(browser, "Name,Email\nH. Orr,hamish@example.org\nUna,\n")
    assert names(club) == ["H. Orr", "Morag", "Una"]
    listed = Player.objects.get(name="H. Orr")
    assert club.invitations.get().player == listed
    link = re.search(r"https?://[^/\s]+(/invitations/\S+)", Message.objects.get().body)
    assert link is not None
    hamish = account_of("Hamish")
    other = browser_of(hamish)
    other.get(link[1])
    other.post("/invitation/")
    listed.refresh_from_db()
    assert listed.merged_into == hamish.player
    assert names(club) == ["Hamish", "Morag", "Una"]


def test_sent_twice_it_adds_and_invites_nobody_again(club: Club, browser: Client) -> None:
    text = "Name,Email\nHamish,hamish@example.org\nUna,\n,isla@example.org\n"
    for _ in range(2):
        confirm(browser, text)
    assert names(club) == ["Hamish", "Morag", "Una"]
    assert Message.objects.count() == 2
    assert Change.objects.filter(club=club.public_id, verb="player-admitted").count() == 2


def test_a_member_without_an_account_is_invited_by_a_second_list(club: Club, browser: Client) -> None:
    member = admit_by_name(club=club, name="Hamish")
    confirm(browser, "Hamish,hamish@example.org")
    assert names(club) == ["Hamish", "Morag"]
    assert club.invitations.get().player == member.player


def test_a_likely_duplicate_is_decided_by_the_organiser(club: Club, browser: Client) -> None:
    angus = admit_by_name(club=club, name="Old Angus").player
    confirm(browser, "Old Angos\nUna")
    assert names(club) == ["Morag", "Old Angus", "Una"]
    confirm(browser, "Old Angos", **{"line-1": angus.public_id})
    assert names(club) == ["Morag", "Old Angus", "Una"]
    confirm(browser, "Old Angos\nOld Angus", **{"line-1": "new", "line-2": "new"})
    assert names(club) == ["Morag", "Old Angos", "Old Angus", "Old Angus", "Una"]


def test_two_lines_of_one_name_are_one_person_unless_their_addresses_differ(club: Club, browser: Client) -> None:
    confirm(browser, "John Smith,a@example.org\nJohn Smith,b@example.org\nUna\nUna\n")
    assert names(club) == ["John Smith", "John Smith", "Morag", "Una"]
    assert club.invitations.count() == 2


def test_who_has_an_account_elsewhere_is_not_told(club: Club, browser: Client, settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.example.org"
    account_of("Senga")
    joins(hamish := account_of("Hamish"), club)
    confirm_address(account=hamish)
    page = browser.post(ADD, {"text": "Somebody,senga@example.org\nElse,hamish@example.org"}).content.decode()
    assert "Senga" not in page
    assert rows(page) == {"1": "added", "2": "already"}


def test_an_address_that_nobody_confirmed_is_no_members(club: Club, browser: Client, settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.example.org"
    joins(account_of("Hamish"), club)
    text = "Isla Orr,hamish@example.org"
    assert preview(browser, text) == {"1": "added"}
    settings.MAIL_SERVER = ""
    confirm_address(account=Account.objects.get(email="hamish@example.org"))
    assert preview(browser, text) == {"1": "added"}


def test_the_address_of_an_accepted_invitation_is_the_members(club: Club, morag: Account, browser: Client) -> None:
    invitation = invite(club=club, email="ailsa@post.example", by=morag)
    accept_invitation(key=invitation.key, account=account_of("Ailsa"))
    assert preview(browser, "A. Begg,ailsa@post.example") == {"1": "already"}


def test_a_club_changed_since_the_preview_is_shown_with_the_list_kept(club: Club, browser: Client) -> None:
    text = "Una\nTorquil"
    page = browser.post(ADD, {"text": text}).content.decode()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    admit_by_name(club=club, name="Una")
    sent = {"text": text, "fingerprint": fingerprint, "confirmed": "1"}
    again = browser.post(ADD, sent).content.decode()
    assert f"{text}</textarea>" in again
    assert rows(again) == {"1": "already", "2": "added"}
    assert names(club) == ["Morag", "Una"]
    unseen = browser.post(ADD, {"text": text, "confirmed": "1"}).content.decode()
    assert rows(unseen) == {"1": "already", "2": "added"}
    assert names(club) == ["Morag", "Una"]


def test_what_was_sent_is_kept_through_all_steps(club: Club, browser: Client) -> None:
    file = io.BytesIO("Name;E-mail\r\nPetr Němec;petr@example.org\r\n".encode("cp1250"))
    file.name = "members.csv"
    first = browser.post(ADD, {"file": file}).content.decode()
    sent = first.partition("hidden>\n")[2].partition("</textarea>")[0]
    read = first.partition('name="code_page" value="')[2].partition('"')[0]
    assert read == "cp1250" or 'name="read_as" value="cp1250"' in first
    kept = {"text": sent, "code_page": read}
    assert "Petr Němec" in browser.post(ADD, kept | {"read_as": "cp1250"}).content.decode()
    assert f"{sent}</textarea>" in browser.post(ADD, kept | {"edit": "1"}).content.decode()
    long = "\n".join(f"Player {number}" for number in range(2001))
    assert "Player 1999\n" in browser.post(ADD, {"text": long}).content.decode()
    assert names(club) == ["Morag"]


def test_beyond_the_days_limit_members_are_not_invited(club: Club, morag: Account, browser: Client) -> None:
    Change.objects.bulk_create(Change(verb="somebody-invited", by=morag.player) for _ in range(MOST_A_DAY_UNSENT - 1))
    confirm(browser, "Name,Email\nHamish,hamish@example.org\nIsla,isla@example.org\n")
    assert names(club) == ["Hamish", "Isla", "Morag"]
    assert [one.email for one in club.invitations.all()] == ["hamish@example.org"]


def test_a_member_with_a_role_is_not_invited_by_a_list(club: Club, morag: Account, browser: Client) -> None:
    change_role(membership=admit_by_name(club=club, name="Hamish"), role=Role.OWNER, by=morag)
    confirm(browser, "Name,Email\nHamish,hamish@example.org\nUna,una@example.org\n")
    assert names(club) == ["Hamish", "Morag", "Una"]
    assert [one.email for one in club.invitations.all()] == ["una@example.org"]


def test_one_member_is_added_with_an_address(club: Club, browser: Client) -> None:
    browser.post(MEMBERS, {"name": "Hamish", "email": "hamish@example.org"})
    assert names(club) == ["Hamish", "Morag"]
    assert club.invitations.get().player == Player.objects.get(name="Hamish")
    again = browser.post(MEMBERS, {"name": "Hamish", "email": ""}).content.decode()
    assert rows(again) == {"2": "already"}
    assert names(club) == ["Hamish", "Morag"]


def test_whoever_is_added_without_the_invitation_is_named(club: Club, morag: Account, browser: Client) -> None:
    Change.objects.bulk_create(Change(verb="somebody-invited", by=morag.player) for _ in range(MOST_A_DAY_UNSENT))
    page = browser.post(MEMBERS, {"name": "Hamish", "email": "hamish@example.org"}, follow=True).content.decode()
    assert names(club) == ["Hamish", "Morag"]
    assert "note warning" in page


def test_a_list_that_waits_for_choices_changes_nothing_and_says_no_more(club: Club, browser: Client) -> None:
    admit_by_name(club=club, name="Old Angus")
    page = confirm(browser, "Old Angos")
    assert "Nothing was changed." in page
    assert "Old Angos" in page


def test_a_preview_asks_the_database_a_fixed_number_of_questions(club: Club, browser: Client) -> None:
    counts = []
    for many in (3, 60):
        text = "Name,Email\n" + "".join(f"Player {at},p{at}@example.org\n" for at in range(many))
        with CaptureQueriesContext(connection) as asked:
            browser.post(ADD, {"text": text})
        counts.append(len(asked))
    assert club.memberships.count() == 1
    assert counts[0] == counts[1]


def test_a_thousand_lines_are_previewed_and_added(club: Club, browser: Client) -> None:
    """How long it takes: `manage.py test tests/league/clubs -k thousand -n 0 -s`."""
    admitted = [Player(name=f"Member {at:03} of Glen Orchy") for at in range(300)]
    club.memberships.bulk_create(Membership(club=club, player=one) for one in Player.objects.bulk_create(admitted))
    given, family = ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh"), ("Begg", "Orr", "Bain", "Kerr", "Muir")
    called = [f"{given[at % 5]} {family[at // 5 % 5]} {at:04}" for at in range(1000)]
    text = "Name;E-mail\n" + "".join(f"{name};p{at}@example.org\n" for at, name in enumerate(called))
    began = time.process_time()
    page = browser.post(ADD, {"text": text}).content.decode()
    seen = time.process_time()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    browser.post(ADD, {"text": text, "fingerprint": fingerprint, "confirmed": "1"})
    print(f"preview {seen - began:.2f} s, adding {time.process_time() - seen:.2f} s of the processor")
    assert club.memberships.count() == 1301
    assert club.invitations.count() == 1000


def test_a_name_or_an_address_is_enough_for_one_member(club: Club, browser: Client) -> None:
    members = ADD.removesuffix("add/")
    before = club.memberships.count()
    assert "faulty" in browser.post(members, {"name": "", "email": ""}).content.decode()
    browser.post(members, {"name": "", "email": "una@example.org"})
    assert club.invitations.filter(email="una@example.org").exists()
    browser.post(members, {"name": "Una", "email": ""})
    assert club.memberships.count() == before + 1
