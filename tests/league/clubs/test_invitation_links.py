"""Invitations without a mail server: a link to copy, what it proves, and whom its holder becomes."""

import re

import pytest
from django.core import signing
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from league.accounts.models import Account, Message, Player
from league.accounts.services.accounts import register_account
from league.accounts.services.players import make_demo_account
from league.clubs.errors import NotYours
from league.clubs.models import Club, Invitation, Membership
from league.clubs.services.invitations import Invitee, invite, invite_each
from league.clubs.services.joining import accept_invitation
from league.clubs.services.members import admit_by_name, change_role
from tests.factories import PASSWORD, Role, account_of, browser_of, glen_club, joins, operator

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url", "outbox")]
MEMBERS = "/clubs/glen-orchy-games/members/"
MAIL = "smtp://localhost:1"


@pytest.fixture
def club(private_club: Club) -> Club:
    return private_club


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
    own = reverse("clubs:own-invitation", args=[invitation.public_id])
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
