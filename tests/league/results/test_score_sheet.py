"""The page on which a player enters the result of a game, and the report that follows."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import date, datetime, timedelta
from html import unescape
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from league.accounts.models import Account, Player
from league.clubs.dates import today_at
from league.clubs.models import Club
from league.clubs.services.members import admit_by_name
from league.results.models import Report, Result
from league.results.score_sheets.forms import ScoreSheetForm
from league.results.score_sheets.presenters import detailed_sheet
from league.results.score_sheets.queries import similar_games
from league.tournaments.services.lifecycle import start
from tests.browser.factories import event_at_tables
from tests.database import kept_for_a_module
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.assertions import queries_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

LORDS = "lords-of-scotland"


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Club, Account, Account]]:
    """Morag's club with Hamish, and two members without an account."""
    with kept_for_a_module(django_db_blocker):
        club = glen_club(morag := account_of("Morag"))
        joins(hamish := account_of("Hamish"), club)
        for name in ("Ailsa", "Bruce"):
            admit_by_name(club=club, name=name)
        yield club, morag, hamish


@pytest.fixture
def club(cast: tuple[Club, Account, Account], db: None) -> Club:
    return deepcopy(cast[0])


@pytest.fixture
def morag(cast: tuple[Club, Account, Account], db: None) -> Account:
    return deepcopy(cast[1])


@pytest.fixture
def hamish(cast: tuple[Club, Account, Account], db: None) -> Account:
    return deepcopy(cast[2])


def page_of(club: Club) -> str:
    return reverse("sheets:record", args=[club.slug])


def member(name: str) -> Player:
    return Player.objects.get(name=name)


def sheet(**points: int | str) -> dict[str, str]:
    """A quick sheet of Lords of Scotland: names with points, in the order of the seats."""
    lines = {"key": str(uuid4()), "game": LORDS}
    for at, (name, one) in enumerate(points.items(), 1):
        lines |= {f"player-{at}": member(name).public_id, f"points-{at}": str(one)}
    return lines


def sends(account: Account, club: Club, written: Mapping[str, str]) -> dict[str, object]:
    """Send a score sheet as the script does, and return the JSON answer."""
    answer = browser_of(account).post(page_of(club), dict(written), headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.content
    told: dict[str, object] = answer.json()
    return told


def faults(account: Account, club: Club, written: Mapping[str, str]) -> dict[str, str]:
    told = sends(account, club, written)
    assert [*told] == ["faults"], told
    assert not Report.objects.exists()
    return told["faults"]  # type: ignore[return-value]  # of that name they are sentences


def test_hamish_sends_a_sheet_and_learns_what_happens_next(club: Club, hamish: Account) -> None:
    told = sends(hamish, club, sheet(Hamish=47, Morag=35, Ailsa=35, Bruce=20))
    report = Report.objects.get()
    assert [(seat.player.name, seat.points, seat.place) for seat in report.seats.all()] == [
        ("Hamish", 47, 1), ("Morag", 35, 2), ("Ailsa", 35, 2), ("Bruce", 20, 4),
    ]  # fmt: skip
    assert report.status == Report.Status.OPEN
    assert str(told["sent"]).startswith("Morag can confirm or dispute the result. It counts automatically on ")
    assert told["href"] == reverse("reports:report", args=[report.public_id])


def test_the_same_sheet_sent_again_is_one_report(club: Club, hamish: Account) -> None:
    written = sheet(Hamish=47, Morag=35)
    assert sends(hamish, club, written) == sends(hamish, club, written)
    assert Report.objects.count() == 1


def test_a_sheet_of_morag_who_runs_the_club_enters_at_once(club: Club, morag: Account) -> None:
    told = sends(morag, club, sheet(Hamish=47, Morag=35))
    assert told["sent"] == "The result counts. The leaderboard is being updated."
    assert Result.objects.get().pool.club == club


def test_without_script_it_is_a_form_that_ends_at_the_report(club: Club, hamish: Account) -> None:
    answer = browser_of(hamish).post(page_of(club), sheet(Hamish=47, Morag=35), follow=True)
    assert answer.redirect_chain[0][0] == reverse("reports:report", args=[Report.objects.get().public_id])


def test_without_script_what_is_wrong_is_said_and_what_was_written_is_kept(club: Club, hamish: Account) -> None:
    answer = browser_of(hamish).post(page_of(club), sheet(Hamish=47, Morag="many"))
    page = answer.content.decode()
    assert 'class="fault"' in page
    assert 'value="47"' in page
    assert 'value="many"' in page


def test_without_script_a_half_filled_sheet_is_added_up_on_the_page(club: Club, hamish: Account) -> None:
    written = sheet(Hamish="", Morag="") | {"sheet.round-1.seat-1": "Scott 12", "look": "1"}
    page = browser_of(hamish).post(page_of(club), written).content.decode()
    assert "sheet-sum" in page
    assert 'value="Scott 12"' in page
    assert not Report.objects.exists()


def test_a_key_that_is_none_is_replaced(club: Club, hamish: Account) -> None:
    sends(hamish, club, sheet(Hamish=47, Morag=35) | {"key": "stored by an older page"})
    assert Report.objects.exists()


@pytest.mark.parametrize(
    ("change", "field", "fact"),
    [
        ({"points-2": ""}, "points-2", "Morag"),
        ({"points-1": "", "points-2": ""}, "points-1", "Hamish"),
        ({"points-2": "9999999"}, "points-2", "-100,000 to 100,000"),
        ({"points-2": "3_5"}, "points-2", "-100,000 to 100,000"),
        ({"points-2": "35.0"}, "points-2", "-100,000 to 100,000"),
        ({"place-1": "2", "place-2": "1"}, "place-1", ""),
        ({"place-1": "1", "place-2": "3"}, "place-2", "1 to 2"),
        ({"points-1": "", "points-2": "", "place-1": "2", "place-2": "2"}, "", "2, 2"),
        ({"game": "whist"}, "game", ""),
        ({"ending": "storm"}, "ending", ""),
        ({"day": "2999-01-01"}, "day", ""),
        ({"day": "0001-01-01"}, "day", ""),
        ({"day": "yesterday"}, "day", f"{date.today().year}-"),
        ({"player-2": "nobody"}, "player-2", ""),
        ({"player-2": ""}, "", "Lords of Scotland"),
    ],
)
def test_each_field_says_its_fault(club: Club, hamish: Account, change: dict[str, str], field: str, fact: str) -> None:
    told = faults(hamish, club, sheet(Hamish=47, Morag=35) | change)
    assert [*told] == [field]
    assert fact in told[field]


def test_nobody_sits_twice(club: Club, hamish: Account) -> None:
    written = sheet(Hamish=47, Morag=35)
    assert "Hamish" in faults(hamish, club, written | {"player-3": written["player-1"]})["player-3"]


def test_places_alone_are_enough_and_equal_points_can_be_told_apart(club: Club, hamish: Account) -> None:
    places = {"place-1": "2", "place-2": "1", "points-1": "", "points-2": ""}
    sends(hamish, club, sheet(Hamish=0, Morag=0) | places)
    sends(hamish, club, sheet(Hamish=40, Morag=40) | {"place-1": "2", "place-2": "1", "another": "1"})
    for report in Report.objects.all():
        assert [seat.place for seat in report.seats.all()] == [2, 1]


WHOLE = {
    "sheet.round-1.seat-1": "Scott 12, Wemyss 12",
    "sheet.round-2.seat-1": "Scott 11, Wemyss 11",
    "sheet.round-3.seat-2": "Forsyth 3, Scott 1",
}


def test_the_whole_sheet_gives_points_and_is_kept_with_the_report(club: Club, hamish: Account) -> None:
    whole = WHOLE | {"sheet.round-3.seat-2": ""}
    sends(hamish, club, sheet(Hamish="", Morag="") | whole)
    report = Report.objects.get()
    assert [(seat.points, seat.place) for seat in report.seats.all()] == [(46, 1), (0, 2)]
    assert report.sheet is not None
    assert report.sheet["values"]["round-1.seat-1"] == [89, 92]


def test_a_whole_sheet_that_is_half_filled_needs_points_besides(club: Club, hamish: Account) -> None:
    begun = {"sheet.round-1.seat-1": "Scott 12, Wemyss 12"}
    assert "points-1" in faults(hamish, club, sheet(Hamish="", Morag="") | begun)
    sends(hamish, club, sheet(Hamish=40, Morag=20) | begun)
    assert [seat.points for seat in Report.objects.get().seats.all()] == [40, 20]


@pytest.mark.parametrize(
    ("change", "field", "facts"),
    [
        ({}, "sheet.round-3.seat-2", ("Hamish", "46", "40")),
        ({"sheet.round-3.seat-2": "Scott 12"}, "sheet.round-3.seat-2", ("Hamish", "Scott 12")),
        ({"sheet.round-1.seat-2": "Clan Porridge"}, "sheet.round-1.seat-2", ("Clan Porridge",)),
        ({"sheet.round-3.seat-2": "", "points-1": "45"}, "points-1", ("Hamish", "45", "46")),
    ],
)
def test_whole_sheets_must_add_up(
    club: Club, hamish: Account, change: dict[str, str], field: str, facts: tuple[str, ...]
) -> None:
    told = faults(hamish, club, sheet(Hamish=46, Morag=0) | WHOLE | change)
    assert [fact for fact in facts if fact not in told[field]] == []


def empty_sheet(club: Club, account: Account, asked: dict[str, str]) -> str:
    """What the script of the page fetches."""
    return browser_of(account).get(reverse("sheets:empty-sheet", args=[club.slug]), asked).content.decode()


def test_a_browser_that_opens_the_empty_sheet_gets_the_page(club: Club, hamish: Account) -> None:
    address = reverse("sheets:empty-sheet", args=[club.slug])
    answer = browser_of(hamish).get(address, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, answer.headers["Location"]) == (302, page_of(club))


def test_the_script_learns_what_a_half_filled_sheet_comes_to(club: Club, hamish: Account) -> None:
    written = sheet(Hamish="", Morag="") | {"sheet.round-1.seat-1": "Scott 12"}
    answer = browser_of(hamish).post(reverse("sheets:calculation", args=[club.slug]), written).json()
    assert [*answer["missing"]] == ["sheet.round-1.rest"]
    assert "Hamish" in answer["html"]
    assert answer["points"] is None


@pytest.mark.parametrize("game", ["lords-of-scotland", "kings-kilt", "highland-clans"])
def test_every_game_has_its_whole_sheet_on_the_page(club: Club, hamish: Account, game: str) -> None:
    page = empty_sheet(club, hamish, {"game": game, "seats": "3"})
    assert f'data-game="{game}"' in page
    assert "sheet." in page


def test_a_game_without_a_sheet_of_its_own_is_recorded_by_points(club: Club, hamish: Account) -> None:
    assert "data-game" not in empty_sheet(club, hamish, {"game": "whin", "seats": "3"})
    sends(hamish, club, sheet(Hamish=5, Morag=2, Ailsa=1) | {"game": "whin", "sheet.tricks": "7"})
    report = Report.objects.get()
    assert (report.pool.game, report.sheet) == ("whin", None)


@pytest.mark.parametrize("game", ["lords-of-scotland", "kings-kilt", "highland-clans"])
def test_a_game_whose_sheet_nobody_drew_has_a_plain_form(club: Club, game: str) -> None:
    detailed = detailed_sheet(ScoreSheetForm(club=club, names=["Hamish", "Morag", "Ailsa"], initial={"game": game}))
    assert detailed is not None
    page = render_to_string("sheets/games/_plain.html", {"detailed": detailed})
    shown = [box for box in detailed.boxes.values() if box.is_shown]
    assert all(f'name="{box.html_name}"' in page for box in shown)
    assert all(box.label and str(box.label) in unescape(page) for box in shown)


@pytest.mark.parametrize("game", ["lords-of-scotland", "kings-kilt", "highland-clans"])
def test_the_form_of_a_game_has_every_shown_field(club: Club, game: str) -> None:
    detailed = detailed_sheet(ScoreSheetForm(club=club, names=["Hamish", "Morag", "Ailsa"], initial={"game": game}))
    assert detailed is not None
    page = render_to_string(detailed.templates, {"detailed": detailed})
    assert all(f'name="{box.html_name}"' in page for box in detailed.boxes.values() if box.is_shown)


@pytest.mark.parametrize("leg", ["pr_nothing.1", "nonsense", "pr_nothing.x", ".1"])
def test_a_leg_that_nobody_knows_is_not_found(club: Club, hamish: Account, leg: str) -> None:
    assert browser_of(hamish).get(page_of(club), {"leg": leg}).status_code == 404


def test_the_leg_of_another_club_is_not_found_here(club: Club, hamish: Account) -> None:
    ishbel = account_of("Ishbel")
    event = event_at_tables(glen_club(ishbel, name="Far Glen"), "Catriona", "Dougal")
    start(tournament=event, by=None)
    leg = event.rounds.get(number=1).pairings.get().legs.get()
    assert browser_of(hamish).get(page_of(club), {"leg": f"{leg.pairing.public_id}.1"}).status_code == 404
    assert browser_of(ishbel).get(page_of(event.club), {"leg": f"{leg.pairing.public_id}.1"}).status_code == 200


def test_the_whole_sheet_of_a_leg_is_that_of_its_game_whatever_is_asked(club: Club, morag: Account) -> None:
    event = event_at_tables(club, "Catriona", "Dougal")
    start(tournament=event, by=None)
    leg = f"{event.rounds.get(number=1).pairings.get().public_id}.1"
    asked = {"leg": leg, "game": "kings-kilt" if event.pool.game == LORDS else LORDS, "seats": "2"}
    page = empty_sheet(club, morag, asked)
    assert f'data-game="{event.pool.game}"' in page


def test_a_table_that_nobody_can_play_at_has_no_whole_sheet(club: Club, hamish: Account) -> None:
    assert "data-game" not in empty_sheet(club, hamish, {"game": "highland-clans", "seats": "2"})


def seated(page: str) -> list[str]:
    """Who is chosen for the seats, in their order."""
    seats = re.findall(r'<select name="player-.*?</select>', page)
    return [name for seat in seats for name in re.findall(r" selected>([^<]+)<", seat)]


def drawn(page: str) -> list[str]:
    """Who can be tapped without a search, in their order."""
    return re.findall(r'data-player="[^"]+".*?<span class="who-name">([^<]+)<', page, re.DOTALL)


def test_a_new_sheet_begins_with_the_last_game_and_its_company(club: Club, hamish: Account) -> None:
    sends(hamish, club, sheet(Ailsa=47, Hamish=35, Bruce=2) | {"game": "kings-kilt"})
    page = browser_of(hamish).get(page_of(club)).content.decode()
    assert re.search(r'value="kings-kilt"[^>]* checked', page)
    assert seated(page) == ["Ailsa", "Hamish", "Bruce"]
    assert drawn(page) == ["Hamish", "Ailsa", "Bruce", "Morag"]


def test_the_company_of_the_first_sheet_is_the_whole_club_oneself_first(club: Club, hamish: Account) -> None:
    page = browser_of(hamish).get(page_of(club)).content.decode()
    assert drawn(page) == ["Hamish", "Ailsa", "Bruce", "Morag"]
    assert seated(page) == []


def test_the_page_asks_as_many_questions_of_a_long_career_as_of_a_short_one(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    for number in range(3):
        sends(hamish, club, sheet(Hamish=40 + number, Morag=number) | {"another": "1"})
    browser.get(page_of(club))
    assert queries_of(browser, page_of(club)) <= 13


def test_a_game_that_somebody_else_reported_is_asked_about(club: Club, hamish: Account, morag: Account) -> None:
    ailsa = account_of("Catriona")
    joins(ailsa, club)
    sends(hamish, club, sheet(Hamish=47, Catriona=35))
    written = sheet(Hamish=47, Catriona=35)
    asked = str(sends(ailsa, club, written)["ask"])
    assert "data-sheet-question" in asked
    subject = Report.objects.get().subject
    assert f'value="{subject}"' in asked
    sends(ailsa, club, written | {"same": str(subject)})
    assert Report.objects.get().status == Report.Status.ENTERED
    assert Result.objects.count() == 1


def test_a_second_game_of_the_same_evening_is_a_game_of_its_own(club: Club, hamish: Account) -> None:
    sends(hamish, club, sheet(Hamish=47, Morag=35))
    assert "sent" in sends(hamish, club, sheet(Hamish=40, Morag=41))
    assert "ask" in sends(hamish, club, sheet(Hamish=40, Morag=41))
    assert "sent" in sends(hamish, club, sheet(Hamish=40, Morag=41) | {"another": "1"})
    assert Report.objects.values("subject").distinct().count() == 3


def test_a_game_at_midnight_belongs_to_the_day_that_begins(club: Club, hamish: Account, morag: Account) -> None:
    sends(hamish, club, sheet(Hamish=40, Morag=35))
    midnight = datetime(2026, 3, 2, tzinfo=ZoneInfo(club.time_zone))
    Report.objects.update(played_at=midnight)
    days = [date(2026, 3, 1), date(2026, 3, 2)]
    assert [len(similar_games(club, [hamish.player, morag.player], day)) for day in days] == [0, 1]


def test_a_late_entry_of_an_organiser_shows_what_it_changes_first(club: Club, morag: Account) -> None:
    day = today_at(club) - timedelta(days=7)
    written = sheet(Hamish=47, Morag=35) | {"day": day.isoformat()}
    assert "Changes" in str(sends(morag, club, written)["ask"])
    assert not Result.objects.exists()
    sends(morag, club, written | {"seen": "1"})
    played_at = Result.objects.get().played_at.astimezone(ZoneInfo(club.time_zone))
    assert (played_at.date(), played_at.hour) == (day, 12)


def test_a_member_sends_a_past_day_without_being_asked(club: Club, hamish: Account) -> None:
    sends(hamish, club, sheet(Hamish=47, Morag=35) | {"day": (today_at(club) - timedelta(days=2)).isoformat()})
    assert Report.objects.get().played_at.date() < date.today() + timedelta(days=1)
