"""Linking a player to an account, and merging players, also several at once."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.accounts.errors import CannotBeMerged, LinkSpent
from league.accounts.models import Account, Change, OneTimeLink, Player
from league.accounts.services.one_time_links import claim_player, issue_claim_link, revoke_claim_link
from league.accounts.services.players import make_player, merge_players
from league.clubs.errors import ListHasChanged, NoSuchClub, NotYours
from league.clubs.models import Club, Membership
from league.clubs.services.importing import import_members
from league.clubs.services.invitations import invite
from league.clubs.services.joining import accept_invitation
from league.clubs.services.members import admit, change_role, remove_member
from league.clubs.services.players import edit_player, issue_claim, revoke_claim
from league.common.errors import Refusal
from league.common.player_lists.reading import Line
from league.ratings.models import Fold, Rating
from league.ratings.services import fold_pool
from league.results.models import Result
from league.tournaments.models import Entry
from league.tournaments.queries.entries import entrants_of
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import start
from tests.concurrency import at_once, in_order, refusals
from tests.factories import Role, account_of, browser_of, glen_club, joins, operator
from tests.league.ledger import a_pool, enter, table
from tests.league.tournaments.factories import play_open_legs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def link_for(player: Player, morag: Account) -> str:
    """The address that Morag is shown when she makes a link."""
    membership = player.memberships.get()
    address = reverse("clubs:claim-link", args=[membership.club.slug, membership.public_id])
    page = browser_of(morag).post(address).content.decode()
    found = re.search(r'value="[^"]*(/claim/[^"]+/)"', page)
    assert found is not None
    return found[1]


# --- the link ----------------------------------------------------------------------------------------------------
def test_who_joins_by_the_link_is_the_player_and_no_other(fergus: Player, morag: Account) -> None:
    browser = browser_of()
    assert "Are you Fergus?" in browser.get(link_for(fergus, morag), follow=True).content.decode()
    told = {"email": "fergus@example.org", "password": "thistle and heather"}
    answer = browser.post(reverse("accounts:claim-player"), told, follow=True)
    assert answer.redirect_chain
    fergus.refresh_from_db()
    assert fergus.account == Account.objects.get(email="fergus@example.org")
    assert Player.objects.filter(name="Fergus").count() == 1


def test_who_has_an_account_claims_by_a_button(fergus: Player, morag: Account) -> None:
    hamish = account_of("Hamish")
    browser = browser_of(hamish)
    page = browser.get(link_for(fergus, morag), follow=True).content.decode()
    assert "merges both players" in page
    browser.post(reverse("accounts:claim-player"))
    fergus.refresh_from_db()
    assert fergus.merged_into == hamish.player
    assert hamish.player.memberships.get().club.name == "Glen Orchy Games"


def test_a_link_works_once(fergus: Player, morag: Account) -> None:
    address = link_for(fergus, morag)
    first, second = browser_of(account_of("Hamish")), browser_of(account_of("Ailsa"))
    for browser in (first, second):
        browser.get(address)
    assert first.post(reverse("accounts:claim-player")).status_code == 302
    assert second.post(reverse("accounts:claim-player")).status_code == 404
    assert browser_of().get(address).status_code == 404


def test_a_link_ends_with_a_newer_one_and_when_it_is_revoked(fergus: Player, morag: Account) -> None:
    first, second = link_for(fergus, morag), link_for(fergus, morag)
    assert browser_of().get(first).status_code == 404
    assert browser_of().get(second).status_code == 302
    membership = fergus.memberships.get()
    browser_of(morag).post(reverse("clubs:revoke-claim-link", args=[membership.club.slug, membership.public_id]))
    assert browser_of().get(second).status_code == 404


def test_a_link_ends_after_a_month(fergus: Player, morag: Account) -> None:
    address = link_for(fergus, morag)
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert browser_of().get(address).status_code == 404


def test_only_the_hash_of_a_link_is_kept(fergus: Player, morag: Account) -> None:
    token = link_for(fergus, morag).split("/")[2]
    assert token not in str(OneTimeLink.objects.values_list())


def test_an_organiser_cannot_take_an_owners_place_by_a_link(club: Club, fergus: Player) -> None:
    joins(ailsa := account_of("Ailsa"), club, Role.ORGANISER)
    change_role(membership=fergus.memberships.get(), role=Role.OWNER)
    with pytest.raises(NotYours):
        issue_claim(membership=fergus.memberships.get(), by=ailsa)


def test_no_link_is_made_for_a_player_who_has_just_left(fergus: Player, morag: Account) -> None:
    membership = fergus.memberships.get()
    remove_member(membership=membership, by=morag)
    for change in (issue_claim, revoke_claim):
        with pytest.raises(NoSuchClub):
            change(membership=membership, by=morag)


def test_a_link_made_before_a_role_was_given_does_not_give_it(club: Club, fergus: Player) -> None:
    joins(ailsa := account_of("Ailsa"), club, Role.ORGANISER)
    token = issue_claim(membership=fergus.memberships.get(), by=ailsa)
    change_role(membership=fergus.memberships.get(), role=Role.OWNER)
    with pytest.raises(LinkSpent):
        claim_player(token=token, account=ailsa)


def test_no_link_opens_another_club_whose_organiser_did_not_make_it(club: Club, fergus: Player) -> None:
    ailsa, hamish = account_of("Ailsa"), account_of("Hamish")
    membership = fergus.memberships.get()
    joins(ailsa, club, Role.ORGANISER)
    open_club = glen_club(hamish, name="Loch Awe Games")
    hidden = glen_club(hamish, name="Behind the curtain", is_public=False)
    for other, told in ((open_club, open_club.name), (hidden, "another club")):
        place = admit(club=other, player=fergus)
        with pytest.raises(NotYours, match=told) as refusal:
            issue_claim(membership=membership, by=ailsa)
        assert hidden.name not in refusal.value.message
        beside = joins(ailsa, other)
        with pytest.raises(NotYours, match=other.name):
            issue_claim(membership=membership, by=ailsa)
        change_role(membership=beside, role=Role.ORGANISER)
        assert issue_claim(membership=membership, by=ailsa)
        place.delete()


def test_the_role_in_a_club_that_the_maker_may_not_see_is_not_told(club: Club, fergus: Player, morag: Account) -> None:
    hidden = glen_club(account_of("Hamish"), name="Behind the curtain", is_public=False)
    admit(club=hidden, player=fergus, role=Role.SCORER)
    with pytest.raises(NotYours) as refusal:
        issue_claim(membership=fergus.memberships.get(club=club), by=morag)
    assert not {"Loss against", "Scorer", "scorer"} & set(refusal.value.message.split())


@pytest.mark.parametrize("how", ["joins", "stands for one there"])
def test_a_link_ends_when_its_player_is_of_another_club(club: Club, fergus: Player, morag: Account, how: str) -> None:
    token = issue_claim(membership=fergus.memberships.get(), by=morag)
    there = make_player(name="Fearghas") if how == "stands for one there" else fergus
    admit(club=glen_club(account_of("Hamish"), name="Loch Awe Games"), player=there)
    if there != fergus:
        merge_players(former=there, standing=fergus)
    with pytest.raises(LinkSpent):
        claim_player(token=token, account=account_of("Ailsa"))


def test_links_end_when_their_player_is_put_into_another_club(club: Club, fergus: Player, morag: Account) -> None:
    token = issue_claim(membership=fergus.memberships.get(), by=morag)
    other = glen_club(account_of("Hamish"), name="Loch Awe Games")
    rows = {"name": other.name, "slug": other.slug, "time_zone": other.time_zone, "confirm_hours": "24"}
    for prefix, count in (("memberships", 1), ("former_slugs", 0)):
        rows |= {f"{prefix}-TOTAL_FORMS": str(count), f"{prefix}-INITIAL_FORMS": "0"}
    rows |= {
        "memberships-0-club": str(other.pk),
        "memberships-0-player": str(fergus.pk),
        "memberships-0-role": "member",
    }
    browser_of(operator()).post(reverse("admin:clubs_club_change", args=[other.pk]), rows)
    assert other.memberships.filter(player=fergus).exists()
    with pytest.raises(LinkSpent):
        claim_player(token=token, account=account_of("Ailsa"))


# --- two become one ----------------------------------------------------------------------------------------------
def test_the_results_of_both_are_rated_as_one_players(club: Club, fergus: Player) -> None:
    hamish, ailsa = account_of("Hamish").player, make_player(name="Ailsa")
    pool = a_pool(club=club)
    enter(pool, table(fergus, ailsa), table(hamish, ailsa))
    fold_pool(pool_id=pool.pk)
    merge_players(former=fergus, standing=hamish)
    fold_pool(pool_id=pool.pk)
    fold = Fold.objects.get(pool=pool, system=pool.rating_system)
    assert Rating.objects.get(player=hamish, fold=fold, generation=fold.generation).games == 2
    page = browser_of().get(reverse("ratings:leaderboard", args=[pool.slug])).content.decode()
    assert "Hamish" in page
    assert "Fergus" not in page


def test_a_page_of_the_former_player_leads_to_who_stands_for_both(fergus: Player) -> None:
    hamish = account_of("Hamish").player
    merge_players(former=fergus, standing=hamish)
    answer = browser_of().get(reverse("ratings:player", args=[fergus.public_id, "fergus"]))
    assert hamish.public_id in answer.headers["Location"]


def test_an_event_that_runs_goes_on_with_who_stands_for_both(club: Club, fergus: Player) -> None:
    hamish, others = account_of("Hamish"), [make_player(name=name) for name in ("Ailsa", "Catriona")]
    for player in others:
        admit(club=club, player=player)
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=event, players=[fergus, *others], by=None)
    start(tournament=event, by=None)
    play_open_legs(event)
    merge_players(former=fergus, standing=hamish.player)
    while play_open_legs(event):
        event.refresh_from_db()
    entrants = entrants_of(event, hamish)
    assert {entrant.name for entrant in entrants.values()} == {"Hamish", "Ailsa", "Catriona"}
    assert [entrant.is_own for entrant in entrants.values() if entrant.name == "Hamish"] == [True]
    page = browser_of().get(reverse("tournaments:standings", args=[event.public_id, event.slug])).content.decode()
    assert "Hamish" in page
    assert "Fergus" not in page


def test_an_entry_of_an_event_to_come_goes_over(club: Club, fergus: Player) -> None:
    hamish = account_of("Hamish").player
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=event, players=[fergus], by=None)
    merge_players(former=fergus, standing=hamish)
    assert Entry.objects.get().player == hamish


def test_who_are_entered_in_one_event_are_not_merged(club: Club, fergus: Player, morag: Account) -> None:
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=event, players=[fergus, morag.player], by=None)
    with pytest.raises(CannotBeMerged, match="both entered in Spring"):
        merge_players(former=fergus, standing=morag.player)


def test_merging_twice_is_merging_once(fergus: Player) -> None:
    hamish = account_of("Hamish").player
    merge_players(former=fergus, standing=hamish)
    assert merge_players(former=Player.objects.get(pk=fergus.pk), standing=hamish) == hamish
    assert fergus.merged.count() == 0


@pytest.mark.django_db(transaction=True)
def test_two_who_claim_at_once_wait_for_each_other(fergus: Player) -> None:
    token = issue_claim_link(player=fergus)
    accounts = [account_of("Hamish"), account_of("Ailsa")]
    outcomes = at_once(*[lambda one=one: claim_player(token=token, account=one) for one in accounts])
    assert refusals(outcomes) == [LinkSpent]
    fergus.refresh_from_db()
    assert fergus.merged_into is not None
    assert isinstance(outcomes[[one.player for one in accounts].index(fergus.merged_into)], Player)


def test_the_log_tells_who_came_to_be_whom(club: Club, fergus: Player, morag: Account) -> None:
    browser = browser_of(account_of("Hamish"))
    browser.get(link_for(fergus, morag))
    browser.post(reverse("accounts:claim-player"))
    log = browser_of(morag).get(reverse("clubs:log", args=[club.slug])).content.decode()
    told = re.findall(f"<div>([^<]*{fergus.name}[^<]*)<", log)
    assert len(told) == 1
    assert "Hamish" in told[0]
    assert Change.objects.filter(verb="players-merged").count() == 1


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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_a_role_that_is_given_while_the_two_become_one(club: Club, morag: Account, fergus: Player) -> None:
    place = Membership.objects.get(player=fergus)
    changed, standing = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: merge_players(former=fergus, standing=morag.player),
        lambda: change_role(membership=place, role=Role.SCORER, by=morag),
    )
    assert (changed, standing) == (place, morag.player)
    assert not Membership.objects.filter(player=fergus).exists()


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_is_merged_while_a_list_makes_them_a_member(club: Club, guest: Player, other: Player) -> None:
    _merged, imported = in_order(
        lambda: hold(guest),
        lambda: import_members(club=club, lines=[Line(1, guest.name), Line(2, "Una")], chosen={}, by=None),
        lambda: merge_players(former=guest, standing=other),
    )
    assert isinstance(imported, ListHasChanged)
    assert [one.player.name for one in club.memberships.select_related("player")] == ["Morag"]


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_is_merged_while_they_are_admitted(club: Club, guest: Player, other: Player) -> None:
    _merged, admitted = in_order(
        lambda: hold(guest), lambda: admit(club=club, player=guest), lambda: merge_players(former=guest, standing=other)
    )
    assert isinstance(admitted, Membership)
    assert admitted.player == other
    assert not Membership.objects.filter(player=guest).exists()


@pytest.mark.django_db(transaction=True)
def test_a_member_who_is_edited_while_somebody_takes_them_over(club: Club, morag: Account, fergus: Player) -> None:
    _held, edited = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: edit_player(club=club, player=fergus, name="Fergus Scott", email="f@example.org", by=morag),
        lambda: hold(fergus),
    )
    assert edited == fergus
    assert club.invitations.get().player == fergus


@pytest.mark.django_db(transaction=True)
def test_a_member_who_is_edited_while_they_join_by_invitation(club: Club, morag: Account, fergus: Player) -> None:
    key = invite(club=club, email="senga@example.org", player=fergus, by=morag).key
    senga = Account.objects.create_user("senga@example.org")
    _held, joined = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: accept_invitation(key=key, account=senga),
        lambda: hold(fergus),
    )
    assert isinstance(joined, Membership)
    assert joined.player == fergus
