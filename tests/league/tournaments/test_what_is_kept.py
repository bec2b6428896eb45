"""Page parts are cached, but every change shows at once, as without a cache."""

import re
import sys
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account, Player
from league.accounts.services.accounts import anonymise_player
from league.accounts.services.players import make_player, merge_players, rename_player
from league.clubs.models import Club
from league.clubs.services.clubs import change_club
from league.common import cached_responses
from league.ratings.services import fold_pool
from league.results.models import Result
from league.results.queries import chain_of, results_of
from league.results.services.corrections import correct_result, withdraw_result
from league.tournaments.models import Leg, Pairing, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.withdrawals import withdraw
from tests.factories import browser_of
from tests.league.tournaments.browser import address
from tests.league.tournaments.factories import Event, play_open_legs

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

ROOMS = ("league.clubs", "league.ratings", "league.common", "league.tournaments")
TABS = ("standings", "rounds", "all-rounds", "crosstable")
WHY = "It was typed in wrongly."


class Shown(NamedTuple):
    """An event whose first round is played, and its readers, each with a language."""

    event: Tournament
    readers: tuple[tuple[Client, str], ...]
    tabs: tuple[str, ...] = TABS

    def pages(self) -> dict[str, str]:
        """What everybody reads."""
        return {
            f"{where} in {language}": said(each, where, language)
            for each, language in self.readers
            for where in self._addresses()
        }

    def pages_of_new_processes(self) -> dict[str, str]:
        """The same, each reader being the first of a process."""
        found: dict[str, str] = {}
        for reader, language in self.readers:
            forget()
            found |= self._replace(readers=((reader, language),)).pages()
        return found

    def _addresses(self) -> list[str]:
        event = Tournament.objects.select_related("club", "pool").get(pk=self.event.pk)
        tabs = [address(event, tab) for tab in self.tabs]
        if self.tabs != TABS:
            return tabs
        leaderboard = reverse("ratings:leaderboard", args=[event.pool.slug])
        club = reverse("clubs:club", args=[event.club.slug])
        return [*tabs, leaderboard, f"{leaderboard}?club={event.club.slug}", club]

    def player(self, number: int) -> Player:
        """Who is entered under a number."""
        return self.event.entries.select_related("player").get(number=number).player

    def result(self, table: int) -> Result:
        """Return the result of a table of the first round."""
        legs = Leg.objects.filter(pairing__round__tournament=self.event, pairing__table=table)
        return results_of(legs.values_list("subject", flat=True))[0]


def said(reader: Client, where: str, language: str) -> str:
    """What a page says, without what is drawn by lot for every answer."""
    answer = reader.get(where, headers={"Accept-Language": language}, follow=True)
    page = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
    assert page, f"{where} answers {answer.status_code}"
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page[0])


def forget() -> None:
    """Forget all that this process and Redis keep of pages."""
    cache.clear()
    for name, room in list(sys.modules.items()):
        if name.startswith(ROOMS):
            for kept in vars(room).values():
                getattr(kept, "cache_clear", bool)()


# Standings of a small tournament include their details; those of a large one fetch them when opened. So readers
# of a large one open its standings, and the round, which shows what standings do not.
@pytest.fixture(params=[(6, TABS), (26, TABS[:2])], ids=["small", "large"])
def shown(request: pytest.FixtureRequest, event: Event, hamish: Account, monkeypatch: pytest.MonkeyPatch) -> Shown:
    monkeypatch.setattr(
        cached_responses, "MOMENT", timedelta(microseconds=1)
    )  # the short-lived shared cache has expired
    players, tabs = request.param
    tournament = start(tournament=event(players), by=None)
    play_open_legs(tournament)
    fold_pool(pool_id=tournament.pool_id)
    return Shown(tournament, ((browser_of(), "pt-br"), (browser_of(hamish), "en")), tabs)


def somebody_is_renamed(shown: Shown) -> None:
    rename_player(player=shown.player(1), name="Ailsa & the <Glen>")


def somebody_leaves(shown: Shown) -> None:
    withdraw(entry=shown.event.entries.get(number=5), by=None)


def somebody_turns_out_to_be_another(shown: Shown) -> None:
    merge_players(former=shown.player(4), standing=make_player(name="Seonaid"))


def somebody_is_forgotten(shown: Shown) -> None:
    anonymise_player(player=shown.player(6))


def an_entry_becomes_the_readers_own(shown: Shown) -> None:
    hamish = Account.objects.get(player__name="Hamish")
    Player.objects.filter(account=hamish).update(account=None)
    Player.objects.filter(pk=shown.player(3).pk).update(account=hamish)


def a_long_name_is_shortened_for_strangers(shown: Shown) -> None:
    rename_player(player=shown.player(1), name="Ailsa MacPhee")
    shown.pages()
    change(shown.event.club, shortens_names=True)


def the_club_is_renamed(shown: Shown) -> None:
    change(shown.event.club, name="Glen Lyon Games")


def the_event_is_renamed(shown: Shown) -> None:
    Tournament.objects.filter(pk=shown.event.pk).update(name="Autumn round robin")


def a_result_is_corrected(shown: Shown) -> None:
    result = shown.result(1)
    first, second = chain_of(result.subject).seats
    seats = (
        first._replace(points=second.points, place=second.place),
        second._replace(points=first.points, place=first.place),
    )
    correct_result(result=result, seats=seats, reason=WHY, by=None)
    fold_pool(pool_id=shown.event.pool_id)


def a_result_is_withdrawn(shown: Shown) -> None:
    withdraw_result(result=shown.result(2), reason=WHY, by=None)
    fold_pool(pool_id=shown.event.pool_id)


def a_table_is_put_off(shown: Shown) -> None:
    Pairing.objects.filter(round__tournament=shown.event, table=2).update(due_at="2031-01-01T23:30:00Z")
    Tournament.objects.filter(pk=shown.event.pk).update(revision=F("revision") + 1)


def the_club_moves_to_another_zone(shown: Shown, zone: str = "Pacific/Auckland") -> None:
    change(shown.event.club, time_zone=zone)
    Account.objects.update(time_zone=zone)


def the_club_moves_where_it_is_the_day_before(shown: Shown) -> None:
    the_club_moves_to_another_zone(shown, "Pacific/Pago_Pago")


def change(club: Club, **changes: object) -> None:
    """Change some of what a club says of itself."""
    club.refresh_from_db()
    now = {"name": club.name, "summary": club.summary, "is_public": True, "time_zone": club.time_zone}
    change_club(club=club, **now | changes)  # type: ignore[arg-type]  # a test's own


HAPPENINGS = (
    somebody_is_renamed,
    a_result_is_corrected,
    somebody_leaves,
    somebody_turns_out_to_be_another,
    somebody_is_forgotten,
    an_entry_becomes_the_readers_own,
    a_result_is_withdrawn,
    a_table_is_put_off,
    the_club_moves_to_another_zone,
    the_club_moves_where_it_is_the_day_before,
    the_club_is_renamed,
    the_event_is_renamed,
    a_long_name_is_shortened_for_strangers,
)


@pytest.mark.long
def test_whatever_changes_stands_there_at_once(shown: Shown) -> None:
    before = shown.pages()
    for happens in HAPPENINGS:
        happens(shown)
        now = shown.pages()
        assert now == shown.pages_of_new_processes(), happens
        assert now != before, happens
        before = now


def readers_of(tournament: Tournament, *numbers: int) -> dict[str, Client]:
    """Return a reader for each of these entries, by its public id."""
    readers: dict[str, Client] = {}
    for entry in tournament.entries.filter(number__in=numbers):
        account = Account.objects.create_user(f"reader{entry.number}@example.org")
        Player.objects.filter(pk=entry.player_id).update(account=account)
        readers[entry.public_id] = browser_of(account)
    return readers


OWN_ROWS = {"tournament", "standings", "crosstable"}


@pytest.mark.parametrize(
    ("format_", "count", "tabs"),
    [
        ("round-robin", 6, ("tournament", "rounds", "all-rounds", "standings", "crosstable")),
        ("round-robin", 26, ("tournament", "standings", "crosstable")),
        ("table-round-robin", 9, ("tournament", "rounds")),
        ("groups-knockout", 8, ("tournament", "rounds", "bracket")),
    ],
)
def test_each_reader_is_shown_a_page_of_their_own_before_and_after_results(
    event: Event, format_: str, count: int, tabs: tuple[str, ...]
) -> None:
    """No row, no mark, no link and no button of one reader is kept for another."""
    tournament = start(tournament=event(count, format=format_, tiebreaks=()), by=None)
    readers = {"": browser_of()} | readers_of(tournament, 1, count)
    for is_played in (False, True):
        for tab in tabs:
            where, fresh = address(tournament, tab), {}
            for own, reader in readers.items():
                forget()
                fresh[own] = said(reader, where, "en")
            assert {own: said(reader, where, "en") for own, reader in readers.items()} == fresh, tab
            assert (len(set(fresh.values())) > 1) == (tab != "all-rounds"), tab
            if is_played and format_ == "round-robin" and tab in OWN_ROWS:
                rows = {own: re.findall(r'<tr data-key="([^"]+)"[^>]* class="own', page) for own, page in fresh.items()}
                assert rows == {own: [own] if own else [] for own in readers}, tab
                assert 'class="own' not in fresh[""], tab
        play_open_legs(tournament)


def test_each_follows_a_player_of_their_own_through_a_bracket(event: Event) -> None:
    tournament = start(tournament=event(8, format="single-elimination", tiebreaks=()), by=None)
    where = address(tournament, "bracket")
    for _again in range(2):
        paths = [said(browser_of(), f"{where}{asked}", "en") for asked in ("", "?player=1", "?player=2", "?paper=1")]
        assert len(set(paths)) == 4
        assert ["on-path" in page for page in paths] == [False, True, True, False]
