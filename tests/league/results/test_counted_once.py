"""One game, written down by two people at the same moment: it is asked about, and counted once."""

import pytest

from league.accounts.models import Account
from league.clubs.models import Club
from league.results.models import Report
from tests.concurrency import at_once
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.results.test_score_sheet import page_of, sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def club() -> Club:
    club = glen_club(account_of("Morag"))
    for name in ("Hamish", "Ailsa"):
        joins(account_of(name), club)
    return club


def sends(name: str, club: Club, written: dict[str, str]) -> str:
    """Return the kind of answer to a score sheet: sent, or a question."""
    account = Account.objects.get(email=f"{name.lower()}@example.org")
    answer = browser_of(account).post(page_of(club), written, headers={"accept": "application/json"})
    return str(min(answer.json()))


def test_two_who_send_their_sheets_at_once_make_one_report_and_one_question(club: Club) -> None:
    for evening in range(3):
        one, other = (sheet(Hamish=40 + evening, Ailsa=30), sheet(Ailsa=30, Hamish=40 + evening))
        told = at_once(lambda: sends("Hamish", club, one), lambda: sends("Ailsa", club, other))  # noqa: B023  (called at once)
        assert sorted(map(str, told)) == ["ask", "href"]
        Report.objects.update(played_at="2026-01-01T12:00Z")


def test_two_games_of_one_evening_both_count(club: Club) -> None:
    assert sends("Hamish", club, sheet(Hamish=40, Ailsa=30)) == "href"
    again = sheet(Ailsa=50, Hamish=20)
    assert sends("Ailsa", club, again) == "ask"
    assert sends("Ailsa", club, again | {"another": "1"}) == "href"
    assert Report.objects.values("subject").distinct().count() == 2
