"""A player's page: ratings and their history."""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.clubs.permissions import User
from league.competition.ratings.system import MILLI
from league.ratings.history import POINTS_OF_A_LINE, History
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.services import fold_pool
from league.results import subjects
from league.results.drafts import SeatResult
from league.results.models import Pool
from league.results.subjects import SubjectLink, SubjectSource
from tests.league.assertions import queries_of
from tests.league.ledger import a_pool, bots, enter, people, supersede, table

pytestmark = pytest.mark.django_db


def address(player: Player, slug: str = "") -> str:
    return reverse("ratings:player", args=[player.public_id, slug or player.slug])


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_it_says_rating_place_and_every_result(evening: Pool, cast: list[Player], client: Client) -> None:
    page = text_of(client.get(address(cast[0])))
    assert "1 of 4" in page
    assert "Morag 49 Hamish 48 Senga 47" in page
    assert "Seat 1 2 2 100 %" in page


def test_a_changed_name_leads_on_from_the_old_address(evening: Pool, cast: list[Player], client: Client) -> None:
    answer = client.get(address(cast[0], "morag-of-old") + "?page=2")
    assert (answer.status_code, answer.headers["Location"]) == (302, address(cast[0]) + "?page=2")


def test_a_merged_player_leads_to_the_one_who_stands_for_both(cast: list[Player], client: Client) -> None:
    Player.objects.filter(pk=cast[4].pk).update(merged_into=cast[0])
    assert client.get(address(cast[4])).headers["Location"] == address(cast[0])


def test_results_of_a_former_name_are_own_results(evening: Pool, cast: list[Player], client: Client) -> None:
    Player.objects.filter(pk=cast[3].pk).update(merged_into=cast[4])
    fold_pool(pool_id=evening.pk)
    page = client.get(address(cast[4])).content.decode()
    assert page.count('<strong class="who-name">Fergus</strong>') == 2


def test_nobody_at_the_address_is_said_so(client: Client) -> None:
    answer = client.get(reverse("ratings:player", args=["nobody", "nobody"]))
    assert answer.status_code == 404
    assert "There is no player at this address" in text_of(answer)


def test_without_a_rated_match_the_page_says_what_is_missing(cast: list[Player], client: Client) -> None:
    assert "No rated games yet" in text_of(client.get(address(cast[4])))


def test_a_private_pool_stays_private(quiet_room: Pool, cast: list[Player], client: Client, as_hamish: Client) -> None:
    for chosen in ("", f"?pool={quiet_room.slug}"):
        assert quiet_room.name in text_of(as_hamish.get(address(cast[1]) + chosen))
        hidden = client.get(address(cast[1]) + chosen)
        assert hidden.status_code == 404
        assert quiet_room.name not in text_of(hidden)


def test_only_the_private_pool_is_hidden(evening: Pool, quiet_room: Pool, cast: list[Player], client: Client) -> None:
    for chosen in ("", f"?pool={quiet_room.slug}"):
        page = client.get(address(cast[1]) + chosen)
        assert page.status_code == 200
        assert quiet_room.name not in text_of(page)


def test_pools_are_shown_one_by_one(evening: Pool, quiet_room: Pool, cast: list[Player], as_hamish: Client) -> None:
    page = text_of(as_hamish.get(address(cast[1]) + f"?pool={evening.slug}"))
    assert "Morag 49 Hamish 48" in page


def test_results_have_links(evening: Pool, cast: list[Player], client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def to_match(subjects: Collection[UUID], user: User) -> dict[UUID, SubjectLink]:
        return {subject: SubjectLink(f"/matches/{subject}/", "match") for subject in subjects}

    monkeypatch.setattr(subjects, "SOURCES", [SubjectSource(links=to_match)])
    page = client.get(address(cast[0])).content.decode()
    assert len(re.findall(r'<a href="/matches/[^"]+/">match</a>', page)) == 2


@pytest.mark.parametrize("is_rated", [True, False])
def test_names_that_the_club_shortens_are_shortened_once(client: Client, *, is_rated: bool) -> None:
    club = Club.objects.create(name="Inverness", slug="inverness", is_public=True, shortens_names=True)
    one, other = people("Eilidh MacRae", "Eilidh McKay")
    for player in (one, other):
        Membership.objects.create(club=club, player=player)
    pool = a_pool(club=club)
    enter(pool, replace(table(one, other), is_rated=is_rated))
    fold_pool(pool_id=pool.pk)
    page = text_of(client.get(address(one), follow=True))
    assert "Eilidh Ma. 49 Eilidh Mc. 48" in page


def test_namesakes_in_a_club_are_shortened_by_their_names_alone(client: Client) -> None:
    club = Club.objects.create(name="Inverness", slug="inverness", is_public=True)
    elsewhere = Club.objects.create(name="Nairn", slug="nairn", is_public=True, shortens_names=True)
    players = people("John Smith", "John Smith", "Senga Baird", "Senga Baird")
    for number, player in enumerate(players, 4):
        Membership.objects.create(club=club, player=player, number=str(number))
    for player in players[:2]:
        Membership.objects.create(club=elsewhere, player=player)
    pool = a_pool(club=club)
    enter(pool, table(*players))
    fold_pool(pool_id=pool.pk)
    page = text_of(client.get(address(players[0]), follow=True))
    assert "John Sm. 49 John Sm. 2 48 Senga Baird (no. 6) 47 Senga Baird (no. 7) 46" in page


def test_a_fragment_is_the_career_alone(evening: Pool, cast: list[Player], client: Client) -> None:
    part = client.get(address(cast[0]), headers={"HX-Request": "true"}).content.decode().strip()
    assert part.startswith(f'<div data-live-topic="player:{cast[0].public_id}"')
    assert "<html" not in part


def test_a_long_history_is_read_in_pages_newest_first_and_drawn_in_few_points(client: Client) -> None:
    pool, (one, two) = a_pool("bot"), bots(2)
    enter(pool, *(table(one, two) for _ in range(300)))
    fold_pool(pool_id=pool.pk)
    history = History(Fold.objects.get(pool=pool, system="elo"), one.pk, AnonymousUser())
    assert len(history) == 300
    assert [step.ordinal for step in history[50:53]] == [250, 249, 248]
    assert history[0].ordinal == 300
    points = history.rating_history().points
    assert POINTS_OF_A_LINE <= len(points) <= POINTS_OF_A_LINE + 1
    assert (points[0][0], points[-1][0]) == (1, 300)
    assert "276 to 300 of 300" in text_of(client.get(address(one) + "?page=12"))


def test_the_course_says_when_it_was_settled_what_was_best_and_what_was_corrected(cast: list[Player]) -> None:
    pool = a_pool()
    one, two = cast[:2]
    won = enter(pool, *(table(one, two) for _ in range(30)))
    enter(pool, *(table(two, one) for _ in range(300)))
    supersede(won[24], SeatResult(one.pk, 5, 2), SeatResult(two.pk, 9, 1))
    fold_pool(pool_id=pool.pk)
    course = History(Fold.objects.get(pool=pool, system="elo"), one.pk, AnonymousUser()).rating_history()
    assert course.settled in {20, 21, 22}  # the first point of the line that is not provisional
    assert list(course.corrected) == [25]
    best = RatingStep.objects.filter(fold__system="elo", player=one, games__gte=course.settled).latest("after")
    settled = [point for point in course.points if point[0] >= course.settled]
    assert max(settled, key=lambda point: point[1])[:2] == (best.games, round(best.after / MILLI))
    assert course.points[0][3] == localdate(won[0].played_at)


def test_a_rating_that_is_provisional_still_is_so_throughout(evening: Pool, cast: list[Player]) -> None:
    course = History(Fold.objects.get(pool=evening, system="weng-lin"), cast[0].pk, AnonymousUser()).rating_history()
    assert course.settled > course.points[-1][0]


def test_the_history_can_be_turned_to_another_system(evening: Pool, cast: list[Player], client: Client) -> None:
    enter(evening, *(table(*cast[:2]) for _ in range(4)))
    fold_pool(pool_id=evening.pk)
    own, other = (client.get(address(cast[0]) + f"?system={system}").content.decode() for system in ("elo", "weng-lin"))
    ratings = {rating.fold.system: rating for rating in Rating.objects.filter(player=cast[0])}
    for page, system in ((own, "elo"), (other, "weng-lin")):
        assert 'class="plot-now"' in page
        assert f">{round(ratings[system].value / MILLI)}</text>" in page
        assert f"why/2/?system={system}" in page
    assert "Weng-Lin" in own


def test_a_fit_has_no_course_and_says_so(client: Client) -> None:
    pool, players = a_pool("bot"), bots(3)
    enter(pool, table(*players), table(*players[1:]))
    fold_pool(pool_id=pool.pk)
    page = text_of(client.get(address(players[1]) + "?system=maximum-likelihood"))
    assert "from all games at once" in page
    assert "Change" in page  # its results are there all the same, with what they did to Elo


def test_only_a_built_in_bot_leads_to_games_against_bots(evening: Pool, cast: list[Player], client: Client) -> None:
    pool, players = a_pool("bot"), bots(2)
    enter(pool, table(*players))
    fold_pool(pool_id=pool.pk)
    players[0].name = "Wanderer"
    players[0].save()
    begin = f'class="button" href="{reverse("play:begin", args=[pool.game])}'
    assert f'{begin}?opponent=wanderer"' in client.get(address(players[0])).content.decode()
    for other in (players[1], cast[0]):
        assert begin not in client.get(address(other)).content.decode()


def test_it_leads_to_what_is_at_stake_next(evening: Pool, cast: list[Player], client: Client) -> None:
    page = client.get(address(cast[0])).content.decode()
    assert f"/leaderboards/{evening.slug}/stakes/?player={cast[0].public_id}" in page


def test_a_long_history_asks_no_more_than_a_short_one(client: Client) -> None:
    pool, players = a_pool("bot"), bots(5)
    enter(pool, table(*players))
    fold_pool(pool_id=pool.pk)
    counts = []
    for _ in range(2):
        counts.append(queries_of(client, address(players[0])))
        enter(pool, *(table(*players) for _ in range(60)))
        fold_pool(pool_id=pool.pk)
    assert counts[0] == counts[1] <= 16


def test_results_of_one_day_show_the_day_once_and_times(cast: list[Player], client: Client) -> None:
    pool = a_pool()
    morning = datetime(2026, 3, 7, 10, 5, tzinfo=UTC)
    for hours in (0, 2):
        enter(pool, table(cast[0], cast[1], at=morning + timedelta(hours=hours)))
    fold_pool(pool_id=pool.pk)
    page = text_of(client.get(address(cast[0])))
    assert page.count("7 Mar 2026") == 1
    assert "10:05" in page
    assert "12:05" in page
    enter(pool, table(cast[0], cast[1], at=morning + timedelta(days=1)))
    fold_pool(pool_id=pool.pk)
    page = text_of(client.get(address(cast[0])))
    assert page.count("7 Mar 2026") == 2
    assert "10:05" not in page
