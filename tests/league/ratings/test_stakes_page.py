"""Possible rating changes: in the preview of a correction, and on their page."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.clubs.services.members import admit_by_name
from league.common.templatetags.design import milli, signed
from league.competition.ratings import rating_systems
from league.competition.ratings.system import Rating
from league.ratings import models
from league.ratings.correction_impact import consequence_of
from league.ratings.models import Fold, RatingStep
from league.ratings.possible_changes import changes_among, fold_with_steps
from league.ratings.queries import folds_of
from league.ratings.recompute import stored_content
from league.ratings.services import fold_pool
from league.ratings.what_if import preview_of
from league.results.consequences import Change, Consequence, correction_of, entry_of
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.queries import chain_of
from league.results.services.corrections import correct_result, withdraw_result
from league.results.subjects import consequences_of
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import account_of, glen_club
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, table
from tests.league.tournaments.factories import play_open_legs

pytestmark = pytest.mark.django_db

QUERIES = 5
FRAGMENT = {"HX-Request": "true"}


def stakes(pool: Pool, client: Client, *players: Player, headers: dict[str, str] | None = None, **asked: Any) -> Any:
    named = {"player": [player.public_id for player in players]}
    return client.get(reverse("ratings:stakes", args=[pool.slug]), named | asked, headers=headers)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


@pytest.mark.parametrize("system", list(rating_systems()))
def test_the_text_is_what_the_game_then_does(system: str, evening: Pool, cast: list[Player], client: Client) -> None:
    table_of_four = [cast[2], cast[4], cast[0], cast[1]]
    fold = fold_with_steps(folds_of(evening), system)
    assert fold is not None
    before = {one.player.public_id: one for one in changes_among(fold, table_of_four)}
    page = text_of(stakes(evening, client, *table_of_four, system=system))
    (result,) = enter(evening, table(*table_of_four))
    fold_pool(pool_id=evening.pk)
    for place, player in enumerate(table_of_four, 1):
        step = RatingStep.objects.get(fold__system=system, result=result, player=player)
        change = before[player.public_id].changes[place - 1]
        assert change.place == place
        assert change.least <= step.after - step.before <= change.most
        assert signed(milli(change.most)) in page


def test_a_newcomer_begins_where_everybody_began(evening: Pool, cast: list[Player], client: Client) -> None:
    page = text_of(stakes(evening, client, cast[0], cast[4]))
    assert re.search(r"Fergus provisional 1500", page)
    assert "tie" in page  # two may share the first place


def test_one_alone_is_told_to_ask_more_to_the_table(evening: Pool, cast: list[Player], client: Client) -> None:
    page = text_of(stakes(evening, client, cast[0]))
    assert "needs 2 players: add one more" in page
    assert "1st" not in page


def test_players_are_found_by_part_of_the_name_and_asked(evening: Pool, cast: list[Player], client: Client) -> None:
    page = stakes(evening, client, cast[0], find="mis").content.decode()
    (address,) = (href for href in re.findall(r'href="(\?[^"]+)"', page) if cast[1].public_id in href)
    assert cast[0].public_id in address
    joined = client.get(reverse("ratings:stakes", args=[evening.slug]) + address.replace("&amp;", "&"))
    assert "1st" in text_of(joined)
    assert "No player with this name" in text_of(stakes(evening, client, cast[0], find="Zebedee"))


def test_a_full_table_asks_nobody_else(client: Client) -> None:
    pool, players = a_pool("bot"), bots(6)
    enter(pool, table(*players[:5]))
    fold_pool(pool_id=pool.pk)
    page = text_of(stakes(pool, client, *players))
    assert "5th" in page
    assert "Add players" not in page


def test_a_fragment_is_the_table_alone(evening: Pool, cast: list[Player], client: Client) -> None:
    part = stakes(evening, client, *cast[:3], headers=FRAGMENT).content.decode().strip()
    assert part.startswith('<div class="stakes">')
    assert part.endswith("</div>")
    assert "<html" not in part


def test_who_does_not_fit_the_pool_is_left_out(evening: Pool, cast: list[Player], client: Client) -> None:
    (bot,) = bots(1)
    page = text_of(client.get(reverse("ratings:stakes", args=[evening.slug]), {"player": [bot.public_id, "nobody"]}))
    assert "Bot 1" not in page


def test_merged_players_sit_once_by_their_new_name(evening: Pool, cast: list[Player], client: Client) -> None:
    Player.objects.filter(pk=cast[3].pk).update(merged_into=cast[4])
    page = text_of(stakes(evening, client, cast[3], cast[4], cast[0]))
    assert "3rd" not in page
    assert "Ailsa" not in page.partition("Add players")[0]


def test_members_of_the_club_can_be_asked_before_their_first_game(quiet_room: Pool, as_hamish: Client) -> None:
    iain = Player.objects.create(name="Iain")
    Membership.objects.create(club=Club.objects.get(slug="quiet-room"), player=iain)
    assert "Iain" in text_of(stakes(quiet_room, as_hamish, find="iai"))


def test_nobody_has_played_yet_and_the_page_opens_all_the_same(cast: list[Player], client: Client) -> None:
    assert "1st" in text_of(stakes(a_pool(), client, *cast[:2]))


def test_it_asks_no_more_in_a_large_pool(client: Client) -> None:
    pool, players = a_pool("bot"), bots(60)
    counts = []
    for size in (4, 60):
        enter(pool, *(table(*players[at : at + 4]) for at in range(0, size, 4)))
        fold_pool(pool_id=pool.pk)
        with CaptureQueriesContext(connection) as asked:
            assert stakes(pool, client, *players[:4]).status_code == 200
        counts.append(len(asked))
    assert counts == [QUERIES, QUERIES]


def test_every_open_table_of_a_round_leads_to_its_stakes(client: Client) -> None:
    club = glen_club(account_of("Morag"))
    event = make_tournament(
        club=club, name="Evening", game="lords-of-scotland", format="round-robin", venue="paper", by=None
    )
    players = [admit_by_name(club=club, name=name).player for name in ("Ailsa", "Bruce", "Catriona", "Donald")]
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    address = reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    offered = re.findall(r'hx-get="(/leaderboards/[^"]+/stakes/[^"]+)"', client.get(address).content.decode())
    assert len(offered) == 2
    part = client.get(offered[0].replace("&amp;", "&"), headers=FRAGMENT).content.decode()
    assert part.count("<tr>") == 3  # a head and two players
    play_open_legs(event)
    assert "/stakes/" not in client.get(address).content.decode()


WHY = "The sheet was read upside down."
NOBODY = "\N{EN DASH}"


def fold(pool: Pool, every: int = 4) -> None:
    fold_pool(pool_id=pool.pk, checkpoint_every=every)


def won_by(*players: Player) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(player.pk, 50 - place, place) for place, player in enumerate(players, 1))


def correcting(result: Result, *seats: SeatResult) -> Change:
    return correction_of(
        chain_of(result.subject), ResultDraft(result.subject, seats, "played" if seats else "withdrawn")
    )


def standings(pool: Pool) -> dict[int, Rating]:
    """Where everybody stands by the system that orders the pool, as it is stored."""
    rows = stored_content(pool.pk, pool.rating_system).ratings
    return {row.player: Rating(row.value, row.uncertainty, row.games, row.is_provisional) for row in rows}


def told(*changes: Change) -> Consequence:
    (consequence,) = consequences_of(changes[:1], AnonymousUser())
    return consequence


def lines(consequence: Consequence) -> dict[str, tuple[str, ...]]:
    return {line.name: tuple(figure for pair in line.pairs for figure in pair) for line in consequence.lines}


def test_a_correction_says_who_gains_and_who_loses(evening: Pool, cast: list[Player]) -> None:
    hamish = cast[1]
    last = Result.objects.get(number=3)  # Hamish before Ailsa
    consequence = told(correcting(last, *won_by(cast[3], hamish)))
    assert (consequence.title, consequence.heads) == ("Ratings: lords-person-any-site", ("Rating", "Change", "Rank"))
    assert lines(consequence) == {
        "Ailsa": ("1461", "1501", "+40", "+40", "4", "2"),
        "Hamish": ("1519", "1479", "\N{MINUS SIGN}40", "\N{MINUS SIGN}40", "2", "4"),
    }
    correct_result(result=last, seats=won_by(cast[3], hamish), reason=WHY, by=None)
    fold(evening)
    values = {row.player: row.value for row in stored_content(evening.pk, "elo").ratings}
    assert [milli(values[player.pk]) for player in (cast[3], hamish)] == [1501, 1479]


def test_a_withdrawn_first_result_takes_a_newcomer_off_the_board(cast: list[Player]) -> None:
    pool = a_pool()
    (only,) = enter(pool, table(cast[0], cast[1]))
    fold(pool)
    gone = lines(told(correcting(only)))
    assert gone == {
        "Morag": ("1520", NOBODY, NOBODY, NOBODY, "1", NOBODY),
        "Hamish": ("1480", NOBODY, NOBODY, NOBODY, "2", NOBODY),
    }
    withdraw_result(result=only, reason=WHY, by=None)
    fold(pool)
    assert stored_content(pool.pk, "elo").ratings == ()


def test_a_late_entry_is_rated_where_it_was_played(cast: list[Player]) -> None:
    pool = a_pool()
    morag, hamish, senga, *_ = cast
    enter(pool, *(table(morag, hamish, at=FIRST_EVENING + timedelta(days=day)) for day in range(9)))
    fold(pool)
    late = table(senga, hamish, at=FIRST_EVENING - timedelta(days=1))
    foreseen = preview_of(pool, [entry_of(pool, late)])
    enter(pool, late)
    fold(pool)
    assert dict(foreseen.after) == standings(pool)
    assert foreseen.before.keys() == {morag.pk, hamish.pk}


def test_nothing_is_said_where_no_figure_on_any_page_changes(cast: list[Player]) -> None:
    pool = a_pool()
    (result,) = enter(pool, table(cast[0], cast[1]))
    more = tuple(seat._replace(points=seat.points + 1) for seat in won_by(cast[0], cast[1]))
    assert consequences_of([correcting(result, *more)], AnonymousUser()) == []
    walkover = ResultDraft(uuid4(), won_by(cast[0], cast[1]), how="forfeit")
    assert consequences_of([entry_of(pool, walkover)], AnonymousUser()) == []


def test_nothing_is_written_to_find_it_out(evening: Pool, cast: list[Player]) -> None:
    before = list(Fold.objects.values()), list(models.Rating.objects.values()), RatingStep.objects.count()
    told(correcting(Result.objects.get(number=1), *won_by(cast[2], cast[1], cast[0])))
    assert (list(Fold.objects.values()), list(models.Rating.objects.values()), RatingStep.objects.count()) == before
    assert consequences_of([entry_of(a_pool(seats=2), table(*cast[:2]))], AnonymousUser()) != []
    assert not Fold.objects.filter(pool__seats=2).exists()


def test_several_entries_are_reckoned_together(cast: list[Player]) -> None:
    pool = a_pool()
    enter(pool, table(*cast[:2], at=FIRST_EVENING))
    late = [table(*cast[1:3], at=FIRST_EVENING), table(*cast[:3], at=FIRST_EVENING - timedelta(days=1))]
    foreseen = preview_of(pool, [entry_of(pool, entry) for entry in late])
    enter(pool, *late)
    fold(pool)
    assert dict(foreseen.after) == standings(pool)


def test_it_begins_at_the_nearest_checkpoint(cast: list[Player]) -> None:
    pool = a_pool()
    results = enter(pool, *(table(*cast[:2]) for _ in range(20)))
    fold(pool, every=8)
    assert preview_of(pool, [correcting(results[17])]).lines == 4
    assert preview_of(pool, [correcting(results[9])]).lines == 12
    assert preview_of(pool, [correcting(results[0])]).lines == 20


def test_of_many_only_the_table_and_those_who_move_furthest_are_shown() -> None:
    pool, many = a_pool(), people(*(f"Player {number}" for number in range(40)))
    (first, *_) = enter(pool, *(_chain(many)))
    consequence = told(correcting(first, *won_by(many[1], many[0])))
    assert {"Player 0", "Player 1"} <= set(lines(consequence))
    assert len(consequence.lines) == 12
    assert re.fullmatch(r"\d+ more ratings change by at most \d\.", consequence.more)


def _chain(players: Sequence[Player]) -> list[ResultDraft]:
    """Everybody plays the next one, again and again, so that a change at the start travels far."""
    pairs = [(players[at], players[at + 1]) for at in range(len(players) - 1)]
    return [table(*pair) for _ in range(4) for pair in pairs]


def test_above_the_bound_it_says_how_many_results_follow(cast: list[Player]) -> None:
    pool = a_pool()
    (first, *_) = enter(pool, *(table(*cast[:2]) for _ in range(6)))
    preview = preview_of(pool, [correcting(first)], most=5)
    consequence = consequence_of(preview, set())
    assert consequence is not None
    assert (preview.is_calculated, consequence.lines) == (False, ())
    assert consequence.sentences[0].startswith("This changes the ratings of 6 results")
