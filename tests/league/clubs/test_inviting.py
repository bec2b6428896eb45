"""Invitations by mail and by link."""

import re
from datetime import timedelta

import pytest
from django.core import signing
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from league.accounts.models import Account, Change, Message, Player
from league.accounts.services.accounts import register_account
from league.accounts.services.players import make_demo_account
from league.clubs.errors import NotYours
from league.clubs.models import Club, Invitation, Membership
from league.clubs.services.invitations import MOST_A_DAY, Invitee, invite, invite_each
from league.clubs.services.joining import accept_invitation
from league.clubs.services.members import admit_by_name, change_role, remove_member
from tests.factories import PASSWORD, Role, account_of, browser_of, glen_club, joins, operator

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


MAIL = "smtp://localhost:1"


def copied_link(by: Account) -> str:
    """The link that an organiser copies, from the field that works without script."""
    page = browser_of(by).get(MEMBERS).content.decode()
    found = re.search(r'<input[^>]* value="http://testserver(/invitations/[^"]+)"[^>]* readonly', page)
    assert found is not None
    return found[1]


def mailed_link(email: str) -> str:
    found = re.search(r"http://localhost:8000(/invitations/\S+)", Message.objects.filter(recipient=email)[0].body)
    assert found is not None
    return found[1]


def signs_up(link: str, email: str, name: str = "Isla") -> Account:
    """Open a link and sign up from there."""
    browser = browser_of()
    browser.get(link)
    told = {"name": name, "email": email, "password": PASSWORD, "next": "/invitation/"}
    assert browser.post("/sign-up/", told)["Location"] == "/invitation/"
    browser.post("/invitation/")
    return Account.objects.get(email=email)


def test_the_link_beside_an_invited_person_is_copied_and_the_form_is_filled_in(club: Club, morag: Account) -> None:
    invite(club=club, email="isla@example.org", player=admit_by_name(club=club, name="Isla Bain").player)
    browser = browser_of()
    browser.get(copied_link(morag))
    form = browser.get("/sign-up/?next=/invitation/").content.decode()
    assert 'value="isla@example.org"' in form
    assert 'value="Isla Bain"' in form


@pytest.mark.parametrize(
    ("server", "is_mailed", "is_confirmed"), [(MAIL, True, True), (MAIL, False, False), ("", True, False)]
)
def test_an_address_is_confirmed_only_by_a_link_that_was_mailed(
    club: Club, morag: Account, settings: Settings, server: str, is_mailed: bool, is_confirmed: bool
) -> None:
    settings.MAIL_SERVER = server
    invite(club=club, email="isla@example.org", by=morag)
    link = mailed_link("isla@example.org") if is_mailed else copied_link(morag)
    isla = signs_up(link, "isla@example.org")
    assert bool(isla.email_confirmed_at) is is_confirmed
    assert club.memberships.filter(player=isla.player, role=Role.MEMBER).exists()


def test_a_mailed_link_confirms_no_other_or_made_up_address(club: Club, morag: Account, settings: Settings) -> None:
    settings.MAIL_SERVER = MAIL
    invite(club=club, email="isla@example.org", by=morag)
    assert signs_up(mailed_link("isla@example.org"), "other@example.org").email_confirmed_at is None
    key = invite(club=club, email="una@example.org", by=morag).key
    forged = reverse("clubs:open-invitation", args=[signing.Signer(salt="elsewhere").sign(key)])
    assert browser_of().get(forged).status_code == 404


def test_an_account_is_confirmed_by_the_mailed_link_too(club: Club, morag: Account, settings: Settings) -> None:
    settings.MAIL_SERVER = MAIL
    invite(club=club, email="hamish@example.org", by=morag)
    browser = browser_of(hamish := account_of("Hamish"))
    browser.get(mailed_link("hamish@example.org"))
    browser.post("/invitation/")
    hamish.refresh_from_db()
    assert hamish.email_confirmed_at is not None


@pytest.mark.parametrize("server", [MAIL, ""])
def test_signed_up_otherwise_they_are_invited_once_confirmed(club: Club, settings: Settings, server: str) -> None:
    settings.MAIL_SERVER = server
    invitation = invite(club=club, email="isla@example.org")
    invite(club=club, email="una@example.org")
    isla = register_account(email="isla@example.org", password=PASSWORD, name="Isla")
    browser = browser_of(isla)
    own = reverse("clubs:answer-invitation", args=[invitation.public_id])
    assert own not in browser.get("/").content.decode()
    assert browser.get(own).status_code == 404
    isla.email_confirmed_at = isla.created_at
    isla.save()
    page = browser.get("/").content.decode()
    if not server:  # anybody can say that an address is theirs
        assert "/invitations/own/" not in page
        assert browser.get(own).status_code == 404
        return
    assert page.count("/invitations/own/") == 1
    browser.get(own)
    browser.post("/invitation/")
    assert club.memberships.filter(player=isla.player).exists()
    assert own not in browser.get("/").content.decode()


def test_who_is_somebody_else_joins_beside_the_member(club: Club, morag: Account) -> None:
    iain = admit_by_name(club=club, name="Iain").player
    invite(club=club, email="iain@example.org", player=iain)
    browser = browser_of(account_of("Ian"))
    browser.get(copied_link(morag))
    browser.post("/invitation/", {"as": "other"})
    assert set(club.memberships.values_list("player__name", flat=True)) == {"Morag", "Iain", "Ian"}
    assert Player.objects.get(pk=iain.pk).merged_into is None


def test_no_role_and_no_other_club_is_taken_over(club: Club, morag: Account) -> None:
    other = glen_club(account_of("Una"), name="Una's club")
    iain, senga = (admit_by_name(club=club, name=name).player for name in ("Iain", "Senga"))
    keys = [invite(club=club, email=f"{one.name}@example.org", player=one).key for one in (iain, senga)]
    change_role(membership=club.memberships.get(player=iain), role=Role.SCORER, by=morag)
    Membership.objects.create(club=other, player=senga)
    for key, name in zip(keys, ("First", "Second"), strict=True):
        membership = accept_invitation(key=key, account=account_of(name))
        assert (membership.role, membership.is_separate) == (Role.MEMBER, True)
    for player in (iain, senga, morag.player):
        with pytest.raises(NotYours):
            invite(club=club, email="x@example.org", player=player)
    assert not other.memberships.filter(player__name="Second").exists()


def test_resend_writes_the_mail_again_and_keeps_the_link(club: Club, morag: Account, settings: Settings) -> None:
    settings.MAIL_SERVER = MAIL
    invitation = invite(club=club, email="isla@example.org", by=morag)
    browser_of(morag).post(reverse("clubs:resend-invitation", args=[club.slug, invitation.public_id]))
    assert Message.objects.filter(recipient="isla@example.org").count() == 2
    assert club.invitations.get().key == invitation.key


def test_nobody_else_sees_the_link(club: Club, morag: Account) -> None:
    key = invite(club=club, email="isla@example.org", by=morag).key
    joins(member := account_of("Member"), club)
    for reader in (member, None):
        for path in (f"/clubs/{club.slug}/", MEMBERS, f"/api/v1/clubs/{club.slug}/"):
            assert key not in browser_of(reader).get(path, follow=True).content.decode()


def test_the_outbox_is_named_only_with_a_link_to_it(club: Club, morag: Account, settings: Settings) -> None:
    settings.UPLOADS_NEED_CONFIRMED_ADDRESS = True  # or no page asks for a confirmation
    link = reverse("admin:accounts_message_changelist")
    for reader, is_linked in ((morag, False), (joins(operator(), club, Role.OWNER).player.account, True)):
        assert reader is not None
        browser = browser_of(reader)
        invite(club=club, email="isla@example.org")
        again = reverse("clubs:resend-invitation", args=[club.slug, club.invitations.get().public_id])
        assert "outbox" not in browser.get("/account/notices/").content.decode()  # of no message in particular
        pages = [browser.post(again, follow=True), browser.get("/account/")]
        for page in (answer.content.decode() for answer in pages):
            assert ("outbox" in page, f'href="{link}"' in page) == (is_linked, is_linked)


def test_a_long_list_of_invitations_has_pages(club: Club, morag: Account) -> None:
    invite_each(club=club, invitees=[Invitee(f"player{number}@example.org") for number in range(101)], by=morag)
    browser = browser_of(morag)
    first = browser.get(MEMBERS).content.decode()
    assert 'href="?invited=2#invitations"' in first
    second = browser.get(f"{MEMBERS}?invited=2").content.decode()
    assert [page.count("/resend/") + page.count("/revoke/") for page in (first, second)] == [100, 1]


def test_a_long_list_is_invited_with_few_queries(
    club: Club, morag: Account, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    people = [Invitee(f"player{number}@example.org") for number in range(300)]
    with django_assert_max_num_queries(40):
        invite_each(club=club, invitees=people, by=morag)
    assert Invitation.objects.count() == Message.objects.count() == 300


def test_an_invitation_tells_an_account_of_the_demo_in_the_form_why_it_cannot_join(
    club: Club, morag: Account, settings: Settings
) -> None:
    invite(club=club, email="ishbel@example.org")
    link = copied_link(morag)
    settings.DEMO = True
    browser = browser_of(make_demo_account(role="secretary", name="Ishbel Kinlarig"))
    browser.get(link)
    answer = browser.post(reverse("clubs:invitation"))
    assert answer.status_code == 200
    assert "You cannot do this with a demo account." in answer.content.decode()
    assert club.invitations.get().accepted_at is None
