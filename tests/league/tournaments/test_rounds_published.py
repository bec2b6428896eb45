"""Published rounds: changes, reports, forfeits, and the mails about them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.models import Account, Change, Player
from league.clubs.models import Membership
from league.common.live.topics import key_of
from league.common.redis_client import broker
from league.results.models import Result
from league.tournaments.errors import AlreadyReported, ChangeRefused, WrongMoment
from league.tournaments.models import Leg, Round, TableLink, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.queries.rounds import changed_tables, round_versions
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.services.notifications import announce_round, rounds_to_announce
from league.tournaments.services.pairing_changes import change_round, undo_changes, unpublish_round
from league.tournaments.services.repairs import forfeit_table
from league.tournaments.services.table_links import make_links
from league.tournaments.services.withdrawals import withdraw
from tests.factories import browser_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, play_open_legs, report_result
from tests.league.tournaments.rounds import TABLES_OF_FOUR, drawn, laid, page_of, published, seen, sends, started
from tests.league.tournaments.test_corrections import told, withdrawing
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def swiss(event: Event) -> Tournament:
    """Hamish and seven others at tables of four; the first round is a draft."""
    draft = event(7, **TABLES_OF_FOUR)
    enter_players(tournament=draft, players=[Player.objects.get(name="Hamish")], by=None)
    return started(draft)


def test_nobody_but_the_desk_sees_a_draft(swiss: Tournament, as_hamish: Client) -> None:
    leg = Leg.objects.filter(pairing__seats__entry__number=8).get()
    api = reverse("tournament-rounds", args=[swiss.public_id])
    for reader in (as_hamish, browser_of()):
        for tab in ("tournament", "rounds", "all-rounds", "crosstable", "standings"):
            page = text_of(reader.get(address(swiss, tab)))
            assert "Table 1" not in page
            assert "Round 1 of" not in page
        assert reader.get(address(swiss, "round", 1)).status_code == 404
        assert reader.get(api).json()["results"] == []
        assert reader.get(f"{api}1/").status_code == 404
        assert reader.get(reverse("tournament-detail", args=[swiss.public_id])).json()["progress"]["legs"] == 0
    assert str(leg.subject) not in text_of(as_hamish.get("/"))
    assert as_hamish.get(desk(swiss, "manage-round", 1)).status_code == 403
    assert history_of(swiss.pk).pairings == ()
    with pytest.raises(WrongMoment, match="not published yet"):
        report_result(leg=leg, points=[4, 3, 2, 1], by=None)


def test_nothing_is_announced_to_the_readers_of_an_event_by_its_drafts(as_morag: Client, event: Event) -> None:
    swiss = started(event(8, **TABLES_OF_FOUR))
    as_morag.get(address(swiss, "rounds"))
    as_morag.get(desk(swiss, "manage-round", 1))
    before = _revision(swiss.topic)
    assert before is not None
    sends(as_morag, swiss, "change-round", who="table:1", to="table:2")
    assert _revision(swiss.topic) == before


def test_published_it_is_everybodys_with_number_version_and_time(swiss: Tournament, as_hamish: Client) -> None:
    on_board = published(swiss)
    assert (on_board.status, on_board.version) == ("published", 1)
    assert on_board.published_at == on_board.changed_at
    assert "Table 2" in text_of(as_hamish.get(address(swiss, "rounds")))
    found = round_versions(swiss)[1]
    assert (found.version, found.published_at) == (1, on_board.published_at)
    assert changed_tables(on_board) == ()
    row = as_hamish.get(reverse("tournament-round", args=[swiss.public_id, 1])).json()
    assert row["version"] == 1
    assert row["changed_at"]
    assert Change.objects.filter(verb="round-published").count() == 1


def test_the_desk_lists_tables_still_playing_before_those_finished(swiss: Tournament, as_morag: Client) -> None:
    published(swiss)
    leg = Leg.objects.filter(pairing__table=1, pairing__round__tournament=swiss).get()
    report_result(leg=leg, points=[4, 3, 2, 1], by=None)
    page = page_of(as_morag, swiss)
    assert page.index('id="laid-2"') < page.index('id="laid-1"')


def test_taken_off_the_board_it_is_a_draft_and_unlinked(as_morag: Client, as_hamish: Client, swiss: Tournament) -> None:
    on_board = published(swiss)
    make_links(tournament_round=on_board, by=None)
    assert "is a draft again" in sends(as_morag, swiss, "unpublish-round")
    assert TableLink.objects.filter(revoked_at=None).count() == 0
    assert as_hamish.get(address(swiss, "round", 1)).status_code == 404
    change_round(tournament=swiss, number=1, who="table:1", to="table:2", seen=seen(swiss), by=None)
    again = published(swiss)
    assert again.version == 2
    assert changed_tables(again) == (1, 2)


def test_the_sheet_of_a_draft_is_not_opened_yet(swiss: Tournament, as_morag: Client) -> None:
    answer = as_morag.get(desk(swiss, "results", 1))
    assert answer.headers["Location"] == desk(swiss, "manage-round", 1)
    assert "Publish it first" in page_of(as_morag, swiss)


def test_what_was_typed_while_a_round_came_off_the_board_is_kept(swiss: Tournament, as_morag: Client) -> None:
    leg = Leg.objects.filter(pairing__round__tournament=swiss, pairing__table=1).get()
    page = text_of(as_morag.post(desk(swiss, "results", 1), {f"leg-{leg.pk}-0-points": "31"}))
    assert 'value="31"' in page
    assert not Result.objects.exists()


def test_with_a_report_it_stays_on_the_board(as_morag: Client, swiss: Tournament) -> None:
    published(swiss)
    report_result(leg=open_legs(swiss)[0], points=[4, 3, 2, 1], by=None)
    assert "Unpublish" not in page_of(as_morag, swiss)
    with pytest.raises(WrongMoment, match="already has a report or a result"):
        unpublish_round(tournament=swiss, number=1, seen=seen(swiss), by=None)


def test_what_was_on_the_board_is_not_put_away(swiss: Tournament, as_morag: Client) -> None:
    published(swiss)
    sends(as_morag, swiss, "unpublish-round")
    assert "may have been printed" in sends(as_morag, swiss, "discard-round")
    assert swiss.rounds.count() == 1


def test_on_the_board_a_change_is_looked_at_first_and_says_why(as_morag: Client, swiss: Tournament) -> None:
    published(swiss)
    before = laid(swiss)
    wish: dict[str, Any] = {"who": f"entry:{before[1][0]}", "to": f"entry:{before[2][0]}"}
    page = sends(as_morag, swiss, "change-round", **wish)
    assert "2 tables change" in page
    assert "Publish version 2" in page
    assert laid(swiss) == before
    assert "This field is required" in sends(as_morag, swiss, "change-round", **wish, why="")
    sends(as_morag, swiss, "change-round", **wish, why="Brothers")
    assert laid(swiss)[1][0] == before[2][0]
    now = swiss.rounds.get()
    assert (now.version, changed_tables(now)) == (2, (1, 2))
    assert "Brothers" in page_of(as_morag, swiss)
    with pytest.raises(ChangeRefused, match="Enter a reason"):
        change_round(tournament=swiss, number=1, who="table:1", to="table:2", seen=seen(swiss), by=None)


def test_who_sits_as_before_keeps_the_game_and_who_does_not_gets_another(swiss: Tournament) -> None:
    published(swiss)
    games = {leg.pairing.table: leg.subject for leg in Leg.objects.select_related("pairing")}
    make_links(tournament_round=swiss.rounds.get(), by=None)
    change_round(tournament=swiss, number=1, who="table:1", to="table:2", seen=seen(swiss), by=None, why="Stairs")
    swapped = {leg.pairing.table: leg.subject for leg in Leg.objects.select_related("pairing")}
    assert swapped == {1: games[2], 2: games[1]}
    one = laid(swiss)[1][0]
    other = laid(swiss)[1][1]
    change_round(
        tournament=swiss, number=1, who=f"entry:{one}", to=f"entry:{other}", seen=seen(swiss), by=None, why="Seats"
    )
    now = {leg.pairing.table: leg.subject for leg in Leg.objects.select_related("pairing")}
    assert now[2] == swapped[2]
    assert now[1] not in games.values()
    assert [link.pairing.table for link in TableLink.objects.all()] == [2]


def test_a_table_with_a_report_never_changes(swiss: Tournament) -> None:
    published(swiss)
    report_result(leg=open_legs(swiss)[0], points=[4, 3, 2, 1], by=None)
    before = laid(swiss)
    for who, to in ((f"entry:{before[1][0]}", f"entry:{before[2][0]}"), ("table:1", "table:2")):
        with pytest.raises(WrongMoment, match="Table 1 already has a report"):
            change_round(tournament=swiss, number=1, who=who, to=to, seen=seen(swiss), by=None, why="Wrong")
    assert laid(swiss) == before


def test_a_published_change_is_taken_back_as_a_version_of_its_own(swiss: Tournament) -> None:
    published(swiss)
    before = laid(swiss)
    step = change_round(
        tournament=swiss, number=1, who="table:1", to="table:2", seen=seen(swiss), by=None, why="Stairs"
    )
    undo_changes(tournament=swiss, number=1, step=step.revision, seen=seen(swiss), by=None)
    assert laid(swiss) == before
    assert swiss.rounds.get().version == 3


def test_a_forfeit_decides_a_table_and_a_double_one_pays_nobody(swiss: Tournament) -> None:
    published(swiss)
    tables = laid(swiss)
    forfeit_table(tournament=swiss, number=1, table=1, away=tables[1][:1], seen=seen(swiss), by=None)
    forfeit_table(tournament=swiss, number=1, table=2, away=tables[2], seen=seen(swiss), by=None)
    first, double = Result.objects.order_by("number")
    assert [seat.place for seat in first.seats.all()] == [4, 1, 1, 1]
    assert [seat.place for seat in double.seats.all()] == [4, 4, 4, 4]
    assert not first.is_rated
    assert fresh(swiss).rounds.get().status == "closed"


def test_a_forfeit_says_who_was_away_and_comes_once(swiss: Tournament) -> None:
    published(swiss)
    with pytest.raises(ChangeRefused, match="absent players of the table"):
        forfeit_table(tournament=swiss, number=1, table=1, away=laid(swiss)[2], seen=seen(swiss), by=None)
    away = laid(swiss)[1][:1]
    for _ in range(2):
        try:
            forfeit_table(tournament=swiss, number=1, table=1, away=away, seen=seen(swiss), by=None)
        except WrongMoment:
            continue
    assert Result.objects.count() == 1


def test_a_pairing_whose_opponent_has_left_is_forfeited_when_it_goes_on_the_board(event: Event) -> None:
    duels = started(event(6, pace="desk"))
    for number in range(1, 4):
        published(duels, number)
        play_open_legs(duels)
        drawn(duels)
    duels.rounds.get(number=4).delete()
    withdraw(entry=duels.entries.get(number=1), by=None)
    drawn(duels)
    assert not Result.objects.filter(how="forfeit").exists()
    published(duels, 4)
    forfeited = Result.objects.get(how="forfeit")
    assert not forfeited.is_rated


def test_after_the_last_round_the_event_is_finished(event: Event) -> None:
    duels = started(event(4, pace="desk"))
    for number in range(1, 4):
        published(duels, number)
        play_open_legs(duels)
        if number < 3:
            assert drawn(duels).status == "done"
    assert fresh(duels).status == "finished"


def test_nothing_is_reported_of_a_table_that_was_changed_away(swiss: Tournament) -> None:
    published(swiss)
    old = open_legs(swiss)[0]
    tables = laid(swiss)
    change_round(
        tournament=swiss, number=1, who=f"entry:{tables[1][0]}", to=f"entry:{tables[2][0]}", seen=seen(swiss), by=None,
        why="Brothers",
    )  # fmt: skip
    assert not Leg.objects.filter(subject=old.subject).exists()
    report_result(leg=open_legs(swiss)[0], points=[4, 3, 2, 1], by=None)
    with pytest.raises(AlreadyReported):
        report_result(leg=Leg.objects.get(pairing__table=1), points=[4, 3, 2, 1], by=None)


def _revision(topic: str) -> object:
    return broker().get(key_of(topic))


def test_rounds_that_are_published_by_themselves_are_changed_but_not_taken_off(event: Event) -> None:
    by_itself = start(tournament=event(6), by=None)
    change_round(
        tournament=by_itself, number=1, who="table:1", to="table:2", seen=seen(by_itself), by=None, why="Stairs"
    )
    with pytest.raises(WrongMoment, match="published automatically"):
        unpublish_round(tournament=by_itself, number=1, seen=seen(by_itself), by=None)
    assert by_itself.rounds.get().status == "published"


def test_what_the_machine_plays_stays_as_it_is(event: Event) -> None:
    for_bots = start(tournament=event(4, venue="machine"), by=None)
    with pytest.raises(WrongMoment, match="bot matches of this round have started"):
        change_round(
            tournament=for_bots, number=1, who="table:1", to="table:2", seen=seen(for_bots), by=None, why="Stairs"
        )


def test_a_correction_tells_that_the_board_stands_and_a_draft_does_not(swiss: Tournament, morag: Account) -> None:
    published(swiss)
    play_open_legs(swiss)
    drawn(swiss)
    result = Result.objects.order_by("number")[0]
    change = withdrawing(result)
    assert "The draft of round 2 would be out of date. Pair the round again." in told(change, morag).sentences


@pytest.fixture
def mailed(swiss: Tournament) -> Tournament:
    """Hamish's address reaches him, and Morag's does not."""
    Account.objects.filter(player__name="Hamish").update(email_confirmed_at=timezone.now())
    return swiss


def mails_of(event: Tournament, number: int = 1) -> list[mail.EmailMessage]:
    """The mails that are written about a round now, asked for twice."""
    before = len(mail.outbox)
    for _ in range(2):
        announce_round(round_id=event.rounds.get(number=number).pk)
    return mail.outbox[before:]


def table_of(event: Tournament, entry: int) -> int:
    """Where an entry sits in the first round."""
    return next(table for table, entries in laid(event).items() if entry in entries)


def test_whoever_sits_in_a_round_is_told_their_table_once(mailed: Tournament, hamish: Account) -> None:
    assert mails_of(mailed) == []  # a draft is nobody's business
    published(mailed)
    assert rounds_to_announce() == [mailed.rounds.get(number=1).pk]
    (sent,) = mails_of(mailed)
    assert (sent.to, sent.subject) == ([hamish.email], "Moothill: round 1 of Spring round robin")
    assert f"Round 1, table {table_of(mailed, 8)}" in sent.body
    assert re.search(r"^  \d\.  you$", str(sent.body), re.MULTILINE)
    assert f"/{mailed.public_id}/" in sent.body


def test_who_sits_elsewhere_after_a_change_is_told_so(mailed: Tournament, hamish: Account) -> None:
    published(mailed)
    mails_of(mailed)
    change_round(tournament=mailed, number=1, who="table:1", to="table:2", seen=seen(mailed), by=None, why="Stairs")
    (sent,) = mails_of(mailed)
    assert sent.subject == "Moothill: round 1 of Spring round robin was changed"
    assert f"Round 1, table {table_of(mailed, 8)}" in sent.body


def test_of_rounds_that_are_all_drawn_at_the_start_there_is_one_mail(event: Event, hamish: Account) -> None:
    Account.objects.filter(pk=hamish.pk).update(email_confirmed_at=timezone.now())
    draft = event(3, pace="all")
    enter_players(tournament=draft, players=[hamish.player], by=None)
    begun = start(tournament=draft, by=None)
    assert begun.rounds.count() == 3
    (sent,) = [one for number in (1, 2, 3) for one in mails_of(begun, number)]
    assert sent.body.count("you\n") == 3
    assert all(f"Round {number}, table" in sent.body for number in (1, 2, 3))


def test_who_no_longer_sees_a_private_club_and_old_rounds_are_not_told(mailed: Tournament, hamish: Account) -> None:
    published(mailed)
    mailed.club.is_public = False
    mailed.club.save()
    Membership.objects.filter(player=hamish.player).delete()
    assert mails_of(mailed) == []
    mailed.club.is_public = True
    mailed.club.save()
    Round.objects.update(changed_at=timezone.now() - timedelta(days=2))
    assert mails_of(mailed) == []
