"""An organiser merges two players of a club who are one person, sees before what changes, and undoes it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.accounts.errors import CannotBeMerged, CannotBeSeparated
from league.accounts.models import Account, Merge, Player
from league.accounts.services.one_time_links import claim_player, issue_claim_link
from league.accounts.services.players import make_player, merge_players, undo_merge
from league.clubs.errors import NoSuchClub, NotYours
from league.clubs.models import Club, Membership
from league.clubs.queries import invitations_to
from league.clubs.services.invitations import invite
from league.clubs.services.members import admit
from league.clubs.services.merging import merge_at, undo_merge_at
from league.ratings.models import Rating
from league.ratings.queries import is_behind
from league.ratings.services import fold_pool
from league.tournaments.models import Entry
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import Role, account_of, browser_of, glen_club, joins
from tests.league.ledger import a_pool, enter, table

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def fearghas(club: Club) -> Player:
    """A guest who is Fergus."""
    event = make_tournament(club=club, name="Winter", game="kings-kilt", format="round-robin", by=None)
    player: Player = enter_guest(tournament=event, name="Fearghas MacLeod", by=None).player
    return player


def address(club: Club, player: Player, other: Player) -> str:
    return reverse("clubs:merge-player", args=[club.slug, player.public_id]) + f"?other={other.public_id}"


def test_the_preview_only_names_what_changes(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    enter(a_pool(club=club), table(fearghas, make_player(name="Ailsa")))
    answer = browser_of(morag).get(address(club, fergus, fearghas))
    assert "1 game of Fearghas MacLeod" in answer.content.decode()
    assert "Winter lists Fergus" in answer.content.decode()
    fearghas.refresh_from_db()
    assert fearghas.merged_into is None


def test_guests_merge_into_members_and_apart(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    browser = browser_of(morag)
    browser.post(address(club, fergus, fearghas), {"other": fearghas.public_id, "keep": fergus.public_id})
    assert Entry.objects.get().player == fergus
    log = browser.get(reverse("clubs:log", args=[club.slug])).content.decode()
    undo = reverse("clubs:undo-merge", args=[club.slug, Merge.objects.get().public_id])
    assert undo in log
    assert browser.get(undo).status_code == 200
    browser.post(undo)
    fearghas.refresh_from_db()
    assert fearghas.merged_into is None
    assert Entry.objects.get().player == fearghas
    assert undo not in browser.get(reverse("clubs:log", args=[club.slug])).content.decode()


def test_undoing_puts_memberships_back_as_they_were(club: Club, morag: Account, fergus: Player) -> None:
    other = make_player(name="Fearghas")
    admit(club=club, player=other)
    Membership.objects.filter(player=other).update(role=Role.SCORER)
    before = list(Membership.objects.order_by("player").values_list("public_id", "player", "role", "created_at"))
    merge_at(club=club, former=other, standing=fergus, by=morag)
    assert fergus.memberships.get().role == Role.SCORER
    undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    after = list(Membership.objects.order_by("player").values_list("public_id", "player", "role", "created_at"))
    assert after == before


def test_undoing_gives_both_their_own_ratings_again(club: Club, morag: Account, fergus: Player) -> None:
    other, ailsa = make_player(name="Fearghas"), make_player(name="Ailsa")
    admit(club=club, player=other)
    pool = a_pool(club=club)
    enter(pool, table(fergus, ailsa), table(other, ailsa), table(ailsa, other))
    fold_pool(pool_id=pool.pk)
    before = sorted(Rating.objects.values_list("fold", "player", "value", "games"))
    merge_at(club=club, former=other, standing=fergus, by=morag)
    fold_pool(pool_id=pool.pk)
    assert not is_behind(pool.pk)
    undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    assert is_behind(pool.pk)  # a sweep finds it, should the message be lost
    fold_pool(pool_id=pool.pk)
    generations = {fold.pk: fold.generation for fold in pool.folds.all()}
    now = [row for row in Rating.objects.all() if generations[row.fold_id] == row.generation]
    assert sorted((row.fold_id, row.player_id, row.value, row.games) for row in now) == before


def test_who_stood_for_the_former_player_goes_back_with_them(club: Club, morag: Account, fergus: Player) -> None:
    first, second = make_player(name="F."), make_player(name="Fearghas")
    for player in (first, second):
        admit(club=club, player=player)
    merge_at(club=club, former=first, standing=second, by=morag)
    second.refresh_from_db()
    merge_at(club=club, former=second, standing=fergus, by=morag)
    with pytest.raises(CannotBeSeparated):
        undo_merge_at(club=club, merge=Merge.objects.get(former=first), by=morag)
    undo_merge_at(club=club, merge=Merge.objects.get(former=second), by=morag)
    first.refresh_from_db()
    assert first.merged_into == second


def test_the_same_two_can_be_merged_again(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    merge_at(club=club, former=fearghas, standing=fergus, by=morag)
    undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    merge_at(club=club, former=Player.objects.get(pk=fearghas.pk), standing=fergus, by=morag)
    assert Merge.objects.filter(undone_at=None).count() == 1


def test_players_of_one_table_are_not_merged(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    enter(a_pool(club=club), table(fergus, fearghas))
    browser = browser_of(morag)
    page = browser.get(address(club, fergus, fearghas)).content.decode()
    assert "at the same table" in page
    answer = browser.post(address(club, fergus, fearghas), {"other": fearghas.public_id})
    assert answer.status_code == 409
    assert Merge.objects.count() == 0


def test_an_account_stays_whichever_was_chosen(club: Club, morag: Account, fergus: Player) -> None:
    joins(hamish := account_of("Hamish"), club)
    sent = {"other": hamish.player.public_id, "keep": fergus.public_id}
    browser_of(morag).post(address(club, fergus, hamish.player), sent)
    fergus.refresh_from_db()
    assert fergus.merged_into == hamish.player


def test_two_with_accounts_are_not_merged(club: Club, morag: Account) -> None:
    joins(hamish := account_of("Hamish"), club)
    with pytest.raises(CannotBeMerged):
        merge_at(club=club, former=hamish.player, standing=morag.player, by=morag)


def test_an_organiser_merges_nobody_who_plays_at_another_club(club: Club, morag: Account, fergus: Player) -> None:
    other = make_player(name="Fearghas")
    admit(club=club, player=other)
    elsewhere = glen_club(account_of("Hamish"), name="Loch Awe Games")
    event = make_tournament(club=elsewhere, name="Autumn", game="kings-kilt", format="round-robin", by=None)
    admit(club=elsewhere, player=other)
    enter_players(tournament=event, players=[other], by=None)
    with pytest.raises(NotYours):
        merge_at(club=club, former=other, standing=fergus, by=morag)
    Membership.objects.filter(club=elsewhere, player=other).delete()
    with pytest.raises(NotYours):
        merge_at(club=club, former=other, standing=fergus, by=morag)


def test_an_organiser_gives_nobody_a_role_by_merging(club: Club, fergus: Player) -> None:
    joins(hamish := account_of("Hamish"), club, Role.ORGANISER)
    Membership.objects.filter(player=fergus).update(role=Role.OWNER)
    with pytest.raises(NotYours):
        merge_at(club=club, former=fergus, standing=hamish.player, by=hamish)


def test_nobody_of_another_club_is_merged(club: Club, morag: Account, fergus: Player) -> None:
    with pytest.raises(CannotBeMerged):
        merge_at(club=club, former=make_player(name="Fearghas"), standing=fergus, by=morag)


def test_a_claim_since_the_merge_keeps_it(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    merge_at(club=club, former=fearghas, standing=fergus, by=morag)
    claim_player(token=issue_claim_link(player=fergus), account=account_of("Hamish"))
    with pytest.raises(CannotBeSeparated):
        undo_merge_at(club=club, merge=Merge.objects.get(former=fearghas), by=morag)


def test_tournaments_begun_since_keep_a_merge(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    merge_at(club=club, former=fearghas, standing=fergus, by=morag)
    event = Entry.objects.get().tournament
    enter_guest(tournament=event, name="Ailsa", by=None)
    start(tournament=event, by=None)
    with pytest.raises(CannotBeSeparated, match="Winter"):
        undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    fearghas.refresh_from_db()
    assert fearghas.merged_into == fergus


def test_a_merge_by_claim_is_not_the_clubs_to_undo(club: Club, morag: Account, fergus: Player) -> None:
    merge_players(former=fergus, standing=account_of("Hamish").player)
    undo = reverse("clubs:undo-merge", args=[club.slug, Merge.objects.get().public_id])
    assert browser_of(morag).post(undo).status_code == 404
    assert undo_merge(merge=Merge.objects.get()) == fergus  # a site admin can


def test_only_the_club_that_merged_undoes_it(club: Club, morag: Account, fergus: Player, fearghas: Player) -> None:
    merge_at(club=club, former=fearghas, standing=fergus, by=morag)
    elsewhere = glen_club(hamish := account_of("Hamish"), name="Loch Awe Games")
    with pytest.raises(NoSuchClub):
        undo_merge_at(club=elsewhere, merge=Merge.objects.get(), by=hamish)
    fearghas.refresh_from_db()
    assert fearghas.merged_into == fergus


def test_an_invitation_of_another_player_since_a_merge_stays(club: Club, morag: Account, fergus: Player) -> None:
    other, una = make_player(name="Fearghas"), make_player(name="Una")
    for player in (other, una):
        admit(club=club, player=player)
    invite(club=club, email="fergus@example.org", player=fergus, by=morag)
    invite(club=club, email="home@example.org", player=other, by=morag)
    merge_at(club=club, former=other, standing=fergus, by=morag)
    invite(club=club, email="home@example.org", player=una, by=morag)
    undo_merge_at(club=club, merge=Merge.objects.get(), by=morag)
    assert club.invitations.get(email="home@example.org").player == una


# --- names -------------------------------------------------------------------------------------------------------
def test_a_guest_is_renamed(club: Club, morag: Account, fearghas: Player) -> None:
    browser = browser_of(morag)
    page = reverse("clubs:edit-player", args=[club.slug, fearghas.public_id])
    assert page in browser.get(reverse("clubs:guests", args=[club.slug])).content.decode()
    browser.post(page, {"name": "Fearghas (Leith)"})
    fearghas.refresh_from_db()
    assert fearghas.name == "Fearghas (Leith)"


def test_a_member_is_renamed_and_invited_at_a_new_address(club: Club, morag: Account, fergus: Player) -> None:
    page = reverse("clubs:edit-player", args=[club.slug, fergus.public_id])
    for _time in range(2):
        browser_of(morag).post(page, {"name": "Fergus Scott", "email": "fergus@example.org"})
    fergus.refresh_from_db()
    assert fergus.name == "Fergus Scott"
    assert [one.email for one in club.invitations.filter(player=fergus)] == ["fergus@example.org"]


def test_an_expired_invitation_is_sent_to_the_same_address(club: Club, morag: Account, fergus: Player) -> None:
    page = reverse("clubs:edit-player", args=[club.slug, fergus.public_id])
    browser, sent = browser_of(morag), {"name": "Fergus", "email": "fergus@example.org"}
    browser.post(page, sent)
    club.invitations.update(created_at=timezone.now() - timedelta(days=31))
    assert "fergus@example.org" not in browser.get(page).content.decode()
    browser.post(page, sent)
    assert [one.player for one in invitations_to(club)] == [fergus]


def test_an_address_of_a_claimed_player_is_listed_if_invited_again(club: Club, morag: Account, fergus: Player) -> None:
    invite(club=club, email="fergus@example.org", player=fergus, by=morag)
    claim_player(token=issue_claim_link(player=fergus), account=Account.objects.create_user("hamish@example.org"))
    invite(club=club, email="fergus@example.org", by=morag)
    assert [one.email for one in invitations_to(club)] == ["fergus@example.org"]


def test_an_address_that_is_emptied_withdraws_the_invitation(club: Club, morag: Account, fergus: Player) -> None:
    page = reverse("clubs:edit-player", args=[club.slug, fergus.public_id])
    for email in ("fergus@example.org", ""):
        browser_of(morag).post(page, {"name": "Fergus", "email": email})
    assert not club.invitations.filter(player=fergus).exists()


def test_nobody_renames_a_player_with_an_account(club: Club, morag: Account) -> None:
    joins(hamish := account_of("Hamish"), club)
    page = reverse("clubs:edit-player", args=[club.slug, hamish.player.public_id])
    assert browser_of(morag).post(page, {"name": "Somebody"}).status_code == 403
    hamish.player.refresh_from_db()
    assert hamish.player.name == "Hamish"


def test_nobody_renames_a_player_of_another_club_too(club: Club, morag: Account, fergus: Player) -> None:
    admit(club=glen_club(account_of("Hamish"), name="Loch Awe Games"), player=fergus)
    page = reverse("clubs:edit-player", args=[club.slug, fergus.public_id])
    assert browser_of(morag).post(page, {"name": "Somebody"}).status_code == 403


def test_the_preview_tells_two_of_one_name_apart(club: Club, morag: Account, fergus: Player) -> None:
    other = make_player(name=fergus.name)
    admit(club=club, player=other)
    page = browser_of(morag).get(address(club, fergus, other)).content.decode()
    assert "Merge Fergus (2) into Fergus (1)" in page
    assert "of Fergus (2)" in page
