"""A contest: bots enter, submissions close, the final is played in secret and revealed deal by deal."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games.bots.appearances import appearance_at, appearances_of
from games.bots.errors import NoSuchBot
from games.bots.models import BuiltinBot, UploadedBot
from games.bots.services import pause_bot
from games.contests.closing import close_contests
from games.contests.errors import ContestRefused, EntryRefused, TooLate, TooManyContests
from games.contests.final import reveal_deals, skip_deal
from games.contests.hooks import contests_data
from games.contests.models import Contest, Entry, FinalDeal
from games.contests.queries import contest_at, contest_page
from games.contests.services import (
    add_builtin_bot,
    call_off,
    change_contest,
    enter,
    make_contest,
    withdraw,
    write_to_owners,
)
from games.matches.models import Block, Match, MatchSeat, SeatReport
from games.matches.pruning import prune_logs
from games.matches.queries import matches_seen_by
from games.matches.services import LARGEST_COST
from games.matches.worker import run_sandboxed_batch
from league.accounts.models import Account
from league.accounts.services.accounts import delete_account
from league.accounts.services.notifications import choose_notices, end_link
from league.accounts.services.players import make_bot_player
from league.clubs.models import Club
from league.results.models import Result
from tests.engine.sandbox.programs import tiers_here
from tests.factories import PASSWORD, browser_of
from tests.games.bots.factories import GAME, author, bot_by, passed
from tests.games.contests.factories import closed, contest_of, entered, house_of, owner_of, plan, play
from tests.games.factories import TERMS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


def told(contest: Contest) -> int:
    return contest.final.exclude(told_at=None).count()


def test_a_final_has_as_many_deals_as_stated_from_every_seat_and_is_not_rated(final: Contest) -> None:
    assert final.state == Contest.State.PLAYING
    assert [deal.number for deal in final.final.all()] == [1, 2, 3]
    assert Match.objects.count() == 6
    play()
    assert not Result.objects.exists()


def test_nobody_finds_a_match_of_a_final_before_it_is_told(final: Contest, morag: Account, client: Any) -> None:
    play()
    match = Match.objects.earliest("pk")
    for user in (morag, author("Fergus")):
        assert not matches_seen_by(user).exists()
    assert Block.objects.filter(finished_at=None).count() == 0
    assert all(block.is_sealed for block in Block.objects.all())
    for address in (f"/matches/{match.public_id}/", f"/api/v1/matches/{match.public_id}/"):
        assert client.get(address).status_code == 404
    assert match.public_id not in client.get("/hall/").content.decode() + client.get("/").content.decode()
    operator = browser_of(Account.objects.create_superuser("operator@example.org", "a long enough password"))
    assert match.public_id not in operator.get("/admin/matches/match/").content.decode()
    assert operator.get(f"/admin/matches/match/{match.pk}/change/").status_code == 302
    assert "3 of 3 deals are finished" in client.get(f"/contests/{final.public_id}/").content.decode()
    reveal_deals()
    assert client.get(f"/matches/{match.public_id}/").status_code == 200


def test_the_matches_of_a_private_clubs_final_exist_for_its_people_alone(
    final: Contest, club: Club, morag: Account, client: Any
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    play()
    reveal_deals()
    match = Match.objects.earliest("pk")
    for address in (f"/matches/{match.public_id}/", f"/api/v1/matches/{match.public_id}/"):
        assert (client.get(address).status_code, browser_of(morag).get(address).status_code) == (404, 200)
    assert not matches_seen_by(author("Fergus")).exists()
    assert matches_seen_by(morag).count() == 6


def test_owners_read_nothing_of_their_own_matches_before_they_are_told(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer")
    bot = entered(contest, "Hamish", "Grouse")
    closed(contest)
    for seat in MatchSeat.objects.filter(player=bot.player):
        measured = {"decisions": 3, "slowest_ms": 5, "spent_ms": 9, "kind": "crash"}
        SeatReport.objects.create(match=seat.match, seat=seat.seat, log="Oh.", **measured)
    Match.objects.update(status=Match.Status.DONE, finished_at=timezone.now())
    assert appearances_of(bot) == []
    assert prune_logs(most_of_a_bot=1) == 0  # what its owner could not read yet
    with pytest.raises(NoSuchBot):
        appearance_at(bot, Match.objects.earliest("pk").public_id)
    Block.objects.update(finished_at=timezone.now())
    Match.objects.update(finished_at=timezone.now() - timedelta(days=20))
    reveal_deals()
    assert len(appearances_of(bot)) == 6
    assert prune_logs() == 0  # it is revealed as of now, however long ago it was played
    Block.objects.update(told_at=timezone.now() - timedelta(days=15))
    assert prune_logs() == 6


def test_deals_are_told_in_order_at_the_pace_and_then_it_is_over(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer", "courtier")
    Contest.objects.filter(pk=contest.pk).update(pace=5)
    closed(contest)
    assert reveal_deals() == 0
    play()
    assert [reveal_deals() for _ in range(2)] == [1, 0]
    assert list(contest.final.exclude(told_at=None).values_list("number", flat=True)) == [1]
    page = contest_page(contest_at(contest.public_id, morag), morag)
    assert [line.share.blocks for line in page.lines if line.share] == [1, 1]
    assert {share.blocks for row in page.duels for share in row.shares if share} == {1}
    for count in (2, 3):
        Contest.objects.filter(pk=contest.pk).update(told_at=timezone.now() - timedelta(minutes=6))
        reveal_deals()
        assert told(contest) == count
    contest.refresh_from_db()
    assert contest.state == Contest.State.OVER
    page = contest_page(contest_at(contest.public_id, morag), morag)
    assert {line.place for line in page.lines} <= {1, 2}
    assert len(page.duels) == 2
    assert reveal_deals() == 0


def test_what_plays_is_the_version_that_is_active_when_it_closes(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer")
    grouse = entered(contest, "Hamish", "Grouse")
    curlew = entered(contest, "Senga", "Curlew")
    pause_bot(account=owner_of(curlew), bot=curlew.public_id)
    mail.outbox.clear()
    closed(contest)
    entries = {entry.player.name: entry for entry in Entry.objects.select_related("player")}
    assert entries["Grouse"].bot == f"v-{grouse.versions.get().public_id}"
    assert (entries["Curlew"].bot, entries["Curlew"].left_out_because) == ("", "Curlew is paused. Resume it first.")
    assert {player for deal in contest.final.all() for player in deal.players} == {
        entries["Grouse"].player_id,
        entries["Wanderer"].player_id,
    }
    told_to = {message.to[0]: message.body for message in mail.outbox}
    assert "Grouse plays in the final" in told_to["hamish@example.org"]
    assert "Curlew does not play. Curlew is paused." in told_to["senga@example.org"]


def test_whoever_wants_no_mails_of_contests_gets_none_and_the_others_get_each_once(contest: Contest) -> None:
    hamish = owner_of(entered(contest, "Hamish", "Grouse"))
    senga = owner_of(entered(contest, "Senga", "Curlew"))
    choose_notices(account=hamish, wanted={"contest": False})
    senga.language = "pt-br"
    senga.save(update_fields=["language"])
    mail.outbox.clear()
    for _ in range(2):
        write_to_owners(closed(contest), "closed")
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([senga.email], "Moothill: a final de Bots' cup está sendo jogada")
    assert message.body.count(end_link(senga, "contest")) == 1
    assert message.extra_headers["List-Unsubscribe"] == f"<{end_link(senga, 'contest')}>"


def test_closing_twice_draws_one_final(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer", "courtier")
    closed(contest)
    assert close_contests() == 0
    assert FinalDeal.objects.count() == 3


def test_with_too_few_bots_it_is_called_off_and_everybody_is_told(contest: Contest) -> None:
    entered(contest, "Hamish", "Grouse")
    contest = closed(contest)
    assert contest.state == Contest.State.CALLED_OFF
    assert contest.called_off_because == "Only 1 bot could play, but a table has 2 seats."
    assert [message.subject for message in mail.outbox][-1] == "Moothill: Bots' cup is cancelled"
    assert reveal_deals() == 0


def test_everybody_enters_one_bot_and_may_take_it_back(contest: Contest) -> None:
    grouse = entered(contest, "Hamish", "Grouse")
    hamish = owner_of(grouse)
    other = passed(bot_by(hamish, "Ptarmigan")).bot
    enter(contest=contest.public_id, account=hamish, bot=grouse.public_id)
    with pytest.raises(EntryRefused, match="Withdraw it"):
        enter(contest=contest.public_id, account=hamish, bot=other.public_id)
    withdraw(contest=contest.public_id, account=hamish)
    withdraw(contest=contest.public_id, account=hamish)
    enter(contest=contest.public_id, account=hamish, bot=other.public_id)
    assert Entry.objects.get().player_id == other.player_id


def test_when_an_account_is_deleted_its_bot_leaves_what_is_open_and_fails_in_what_is_closed(
    contest: Contest, club: Club, morag: Account
) -> None:
    other = contest_of(club, name="Other cup")
    house_of(contest, morag, "wanderer")
    grouse = entered(contest, "Hamish", "Grouse")
    hamish = owner_of(grouse)
    enter(contest=other.public_id, account=hamish, bot=grouse.public_id)
    closed(contest)
    (told_of_it, _) = contests_data([hamish.player])
    version = grouse.versions.get()
    assert (told_of_it["bot"], told_of_it["played"]) == ("Grouse", f"v-{version.public_id}")
    hamish.set_password(PASSWORD)
    hamish.save()
    delete_account(account=hamish, password=PASSWORD)
    assert [entry.contest for entry in Entry.objects.filter(player=grouse.player)] == [contest]
    version.refresh_from_db()
    assert version.source == ""  # without a function it does not load, which is a fault of its own
    page = contest_page(contest_at(contest.public_id, morag), morag)
    assert {line.entry.player.name for line in page.lines} == {"Wanderer", grouse_now(grouse)}


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_a_file_that_is_gone_plays_no_more_in_a_worker_that_has_played_it(contest: Contest, morag: Account) -> None:
    house_of(contest, morag, "wanderer")
    hamish = owner_of(entered(contest, "Hamish", "Grouse"))
    hamish.set_password(PASSWORD)
    hamish.save()
    closed(contest)
    one, *others = Match.objects.order_by("pk").values_list("pk", flat=True)
    run_sandboxed_batch([one], terms=TERMS)
    delete_account(account=hamish, password=PASSWORD)
    run_sandboxed_batch(others, terms=TERMS)
    reports = SeatReport.objects.order_by("match")
    assert list(reports.values_list("match", "kind")) == [(one, ""), *((other, "load") for other in others)]


def grouse_now(bot: UploadedBot) -> str:
    bot.player.refresh_from_db()
    assert bot.player.name.startswith("Former bot")
    return bot.player.name


def test_a_club_holds_so_many_contests_at_once(contest: Contest, club: Club, morag: Account) -> None:
    for _ in range(4):
        contest_of(club)
    with pytest.raises(TooManyContests, match="5 contests, the maximum"):
        contest_of(club)
    call_off(contest=contest.public_id, by=morag, reason="")
    contest_of(club)


def test_a_bot_that_may_not_play_is_not_entered(contest: Contest) -> None:
    hamish = author("Hamish")
    unchecked = bot_by(hamish, "Grouse").bot
    with pytest.raises(EntryRefused, match="No version of Grouse that passed"):
        enter(contest=contest.public_id, account=hamish, bot=unchecked.public_id)


def test_a_bot_of_the_house_that_would_search_too_long_is_refused_at_once(contest: Contest, morag: Account) -> None:
    slow = make_bot_player(name="Slow Lookout")
    BuiltinBot.objects.create(player=slow, strategy="lookout", playouts=LARGEST_COST)
    with pytest.raises(EntryRefused, match="takes too long"):
        add_builtin_bot(contest=contest.public_id, by=morag, player=slow.public_id)


def test_after_it_closed_nobody_enters_withdraws_or_changes_it(final: Contest, morag: Account) -> None:
    hamish = author("Hamish")
    bot = passed(bot_by(hamish, "Grouse")).bot
    for step in (
        lambda: enter(contest=final.public_id, account=hamish, bot=bot.public_id),
        lambda: withdraw(contest=final.public_id, account=hamish),
        lambda: change_contest(contest=final.public_id, by=morag, plan=plan()),
        lambda: call_off(contest=final.public_id, by=morag, reason="rain"),
    ):
        with pytest.raises(TooLate):
            step()


def test_a_contest_that_is_called_off_twice_keeps_the_first_reason(contest: Contest, morag: Account) -> None:
    call_off(contest=contest.public_id, by=morag, reason="Nobody came.")
    call_off(contest=contest.public_id, by=morag, reason="Twice.")
    contest.refresh_from_db()
    assert contest.called_off_because == "Nobody came."


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("name", {"name": " "}),
        ("blocks", {"blocks": 0}),
        ("blocks", {"blocks": 201}),
        ("pace", {"pace": -1}),
        ("closes_at", {"closes_at": timezone.now() - timedelta(days=1)}),
    ],
)
def test_what_cannot_be_held_is_refused_at_its_field(club: Club, field: str, changed: dict[str, object]) -> None:
    with pytest.raises(ContestRefused) as refused:
        contest_of(club, **changed)
    assert refused.value.field == field
    with pytest.raises(ContestRefused) as refused:
        make_contest(club=club, by=None, game=GAME, seats=9, plan=plan())
    assert refused.value.field == "seats"


def test_a_deal_that_cannot_be_played_is_left_out_by_an_organiser_and_the_others_go_on(
    final: Contest, morag: Account
) -> None:
    first = final.final.get(number=1)
    with pytest.raises(TooLate, match="cannot be finished"):
        skip_deal(contest=final.public_id, number=1, by=morag)
    Match.objects.filter(block=first.block_id).update(status=Match.Status.DEAD)
    play()
    assert reveal_deals() == 0
    assert [deal.number for deal in contest_page(contest_at(final.public_id, morag), morag).stuck] == [1]
    for _ in range(2):
        skip_deal(contest=final.public_id, number=1, by=morag)
    assert reveal_deals() == 2
    final.refresh_from_db()
    assert final.state == Contest.State.OVER
    first.refresh_from_db()
    assert first.block is not None
    assert not first.block.is_withheld  # its played matches are no longer sealed, and never count
