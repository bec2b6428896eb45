"""A reader of an address's mail joins a club by a link; the club learns nothing of those who do not join."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from league.accounts.models import Account, Change, Message
from league.accounts.services.players import make_demo_account
from league.clubs.models import Club, Membership
from league.clubs.services.invitations import MOST_A_DAY, invite
from league.clubs.services.members import admit_by_name, remove_member
from tests.factories import PASSWORD, Role, account_of, browser_of, joins

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url", "outbox")]
MEMBERS = "/clubs/glen-orchy-games/members/"
FAULT = 'aria-invalid="true"'


@pytest.fixture
def club(private_club: Club) -> Club:
    return private_club


def invites(by: Account, called: str) -> str:
    """What the organiser's page answers."""
    return browser_of(by).post(MEMBERS, {"name": called}, follow=True).content.decode()


def link_to(email: str) -> str:
    """The way to the page of the link in the latest mail to an address."""
    found = re.search(r"https?://[^/\s]+(/invitations/\S+)", Message.objects.filter(recipient=email)[0].body)
    assert found is not None
    return found[1]


def test_the_answer_is_the_same_for_an_account_a_member_and_nobody(club: Club, morag: Account) -> None:
    account_of("Known")
    joins(account_of("There"), club)
    pages = {}
    for email in ("known@example.org", "there@example.org", "nobody@example.org"):
        pages[email] = invites(morag, f" {email.title()} ")
        club.invitations.all().delete()
    told = {
        email: re.findall("<p>[^<]*ADDRESS[^<]*</p>", page.replace(email, "ADDRESS")) for email, page in pages.items()
    }
    assert told["known@example.org"] == told["nobody@example.org"] == told["there@example.org"]
    assert len(told["nobody@example.org"]) == 1
    assert "Known" not in pages["known@example.org"]
    assert [mail.body[:40] for mail in Message.objects.all()] == ["Morag invites you to join Glen Orchy Gam"] * 3
    assert {mail.subject for mail in Message.objects.all()} == {"Moothill: an invitation to Glen Orchy Games"}
    assert "outbox" not in pages["nobody@example.org"]  # she cannot open it
    assert not Change.objects.filter(facts__icontains="example.org").exists()


def test_whoever_reads_the_mail_joins_once(club: Club, morag: Account) -> None:
    invites(morag, "hamish@example.org")
    link = link_to("hamish@example.org")
    browser = browser_of(account_of("Hamish"))
    page = browser.get(link_to("hamish@example.org"), follow=True).content.decode()
    assert re.search("<h1[^>]*>[^<]*Glen Orchy Games", page)
    assert not club.memberships.filter(player__name="Hamish").exists()
    joined = browser.post("/invitation/", follow=True).content.decode()
    assert "note success" in joined
    assert club.memberships.get(player__name="Hamish").role == Role.MEMBER
    senga = browser_of(account_of("Senga"))
    assert senga.get(link).status_code == 404
    again = [browser.post("/invitation/"), browser.get(link, follow=True)]
    assert [answer.status_code for answer in again] == [302, 200]
    assert club.memberships.count() == 2
    assert Change.objects.filter(verb="player-joined", club=club.public_id).count() == 1


def test_who_belongs_to_it_keeps_the_role(club: Club, morag: Account) -> None:
    invites(morag, "morag@example.org")
    browser = browser_of(morag)
    browser.get(link_to("morag@example.org"))
    browser.post("/invitation/")
    assert club.memberships.get().role == Role.OWNER


def test_an_invitation_is_taken_back_renewed_and_grows_old(club: Club, morag: Account) -> None:
    hamish = browser_of(account_of("Hamish"))
    invites(morag, "hamish@example.org")
    first = link_to("hamish@example.org")
    club.invitations.update(created_at=timezone.now() - timedelta(days=29))
    invites(morag, "hamish@example.org")
    assert link_to("hamish@example.org") == first  # a link that was handed on goes on working
    assert club.invitations.get().created_at > timezone.now() - timedelta(hours=1)
    club.invitations.update(created_at=timezone.now() - timedelta(days=31))
    assert hamish.get(first).status_code == 404
    club.invitations.update(created_at=timezone.now())
    hamish.get(first)
    browser_of(morag).post(f"/clubs/glen-orchy-games/invitations/{club.invitations.get().public_id}/revoke/")
    assert hamish.get(first).status_code == 404
    assert hamish.post("/invitation/").status_code == 404
    invites(morag, "hamish@example.org")
    assert link_to("hamish@example.org") != first


def test_no_letter_box_is_filled_and_nobody_writes_to_the_world(club: Club, morag: Account, settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://localhost:1"
    pages = [invites(morag, "hamish@example.org") for _ in range(6)]
    assert [FAULT in page for page in pages] == [False] * 5 + [True]
    assert Message.objects.count() == 5
    Change.objects.bulk_create(Change(verb="somebody-invited", by=morag.player) for _ in range(MOST_A_DAY - 6))
    assert FAULT not in invites(morag, "isla@example.org")
    assert FAULT in invites(morag, "ailsa@example.org")


def test_the_demos_organiser_writes_to_nobody(club: Club) -> None:
    joins(secretary := make_demo_account(role="secretary", name="The secretary"), club, Role.ORGANISER)
    invites(secretary, "hamish@example.org")
    assert not Message.objects.exists()


def test_the_demo_refuses_an_address_on_the_form_and_keeps_what_was_typed(club: Club, settings: Settings) -> None:
    settings.DEMO = True
    joins(secretary := make_demo_account(role="secretary", name="The secretary"), club, Role.ORGANISER)
    browser, text = browser_of(secretary), "Una Begg, una@example.org"
    one = browser.post(MEMBERS, {"name": "Una Begg", "email": "una@example.org"})
    page = browser.post(f"{MEMBERS}add/", {"text": text}).content.decode()
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    listed = browser.post(f"{MEMBERS}add/", {"text": text, "fingerprint": fingerprint, "confirmed": "1"})
    for answer, mark in ((one, FAULT), (listed, 'role="alert"')):
        assert answer.status_code == 200
        assert mark in answer.content.decode()
        assert "una@example.org" in answer.content.decode()
    assert not Membership.objects.filter(player__name="Una Begg").exists()


def test_an_invitation_goes_with_the_account(club: Club, morag: Account) -> None:
    hamish = account_of("Hamish")
    hamish.set_password(PASSWORD)
    hamish.save()
    invites(morag, hamish.email)
    assert "Glen Orchy Games" in browser_of(hamish).get("/account/data/").content.decode()
    browser_of(hamish).post("/account/delete/", {"password": PASSWORD})
    assert not club.invitations.exists()


def listed(club: Club, name: str, email: str) -> Membership:
    """Somebody on the club's list who is invited as that member."""
    membership = admit_by_name(club=club, name=name)
    invite(club=club, email=email, player=membership.player)
    return membership


def accepted_by(account: Account, email: str) -> None:
    browser = browser_of(account)
    browser.get(link_to(email))
    assert browser.post("/invitation/").status_code == 302


def test_an_invited_member_stays_the_same_player(club: Club) -> None:
    membership = listed(club, "H. Orr", "hamish@example.org")
    accepted_by(hamish := account_of("Hamish"), "hamish@example.org")
    former = membership.player
    former.refresh_from_db()
    assert former.merged_into == hamish.player
    assert club.memberships.get(player=hamish.player).role == Role.MEMBER
    assert not club.memberships.filter(player=former).exists()
    assert Change.objects.filter(verb="players-merged", club=club.public_id).count() == 1


def test_the_invitation_of_a_member_ends_with_the_membership_and_with_a_newer_one(club: Club) -> None:
    membership = listed(club, "H. Orr", "hamish@example.org")
    invite(club=club, email="orr@example.org", player=membership.player)
    assert club.invitations.get().email == "orr@example.org"
    remove_member(membership=membership)
    assert not club.invitations.exists()
