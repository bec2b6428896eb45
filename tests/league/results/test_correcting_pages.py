"""The pages of a result: its history for everybody with access, two steps for a correction."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.queries import chain_of
from league.results.services.corrections import correct_result, withdraw_result
from tests.factories import Role, account_of, browser_of, joins, operator
from tests.league.assertions import confirm_preview, foreseen, queries_of
from tests.league.ledger import FIRST_EVENING, a_pool, enter, people, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

WHY = "The sheet was read upside down."


@pytest.fixture
def cast(club: Club) -> list[Player]:
    """Members of the club."""
    members = people("Ailsa", "Bruce", "Catriona")
    for player in members:
        club.memberships.create(player=player)
    return members


@pytest.fixture
def wrong(pool: Pool, cast: list[Player]) -> Result:
    """Ailsa before Bruce, they say."""
    (result,) = enter(pool, table(cast[0], cast[1], at=FIRST_EVENING))
    return result


def address(result: Result, door: str = "result") -> str:
    return reverse(f"results:{door}", args=[result.pool.slug, result.number])


def page(client: Client, result: Result, door: str = "result") -> str:
    return client.get(address(result, door), follow=True).content.decode()


def filled(result: Result, *seats: tuple[Player | None, int, int], **more: str) -> dict[str, str]:
    """The form of a correction, filled in."""
    sent = {"seen": str(result.number), "how": "played", "reason": WHY}
    for at, (player, points, place) in enumerate(seats):
        sent |= {f"points-{at}": str(points), f"place-{at}": str(place)}
        sent |= {f"player-{at}": player.public_id} if player else {}
    return sent | more


def turned(result: Result, cast: list[Player], **more: str) -> dict[str, str]:
    return filled(result, (cast[0], 30, 2), (cast[1], 40, 1), **more)


# --- reading -----------------------------------------------------------------------------------------------------
def test_a_result_says_what_counts_and_why(client: Client, wrong: Result, cast: list[Player], morag: Account) -> None:
    seats = (SeatResult(cast[0].pk, 30, 2), SeatResult(cast[1].pk, 40, 1))
    new = correct_result(result=wrong, seats=seats, reason=WHY, by=morag)
    gone = withdraw_result(result=new, reason="It was played elsewhere.", by=morag)
    correct_result(result=gone, seats=seats, reason="It was here after all.", by=None)
    for number in (wrong, gone):
        read = page(client, number)
        told = [
            "Moothill restored the result.", "It was here after all.",
            "Morag withdrew the result.", "It was played elsewhere.",
            "Morag corrected the result.", WHY, "Result entered.",
        ]  # fmt: skip
        assert sorted(told, key=read.index) == told
        assert "Played on 2 March 2026. Rated." in read


def test_corrections_keep_the_first_number(client: Client, wrong: Result, cast: list[Player], morag: Account) -> None:
    seats = (SeatResult(cast[0].pk, 30, 2), SeatResult(cast[1].pk, 40, 1))
    new = correct_result(result=wrong, seats=seats, reason=WHY, by=morag)
    assert client.get(address(new))["Location"] == address(wrong)
    assert client.get(address(wrong)).status_code == 200


def test_a_game_decided_by_places_alone_shows_no_scores(
    client: Client, wrong: Result, cast: list[Player], morag: Account
) -> None:
    seats = (SeatResult(cast[0].pk, 0, 2), SeatResult(cast[1].pk, 0, 1))
    correct_result(result=wrong, seats=seats, reason=WHY, by=morag, how=Result.How.FORFEIT)
    scores = re.findall(r'<td class="num main">\s*(\S+)\s*</td>', page(client, wrong))
    assert scores[:2] == ["\N{EN DASH}"] * 2


def test_a_withdrawn_result_counts_for_nothing_and_says_so(client: Client, wrong: Result) -> None:
    withdraw_result(result=wrong, reason=WHY, by=None)
    read = page(client, wrong)
    assert "Withdrawn: it does not count." in read
    assert "This game has no result now." in read


def test_it_names_the_merged_player_and_escapes_reasons(client: Client, wrong: Result, cast: list[Player]) -> None:
    withdraw_result(result=wrong, reason="<b>wrong</b>", by=None)
    Player.objects.filter(pk=cast[0].pk).update(merged_into=cast[2])
    read = page(client, wrong)
    assert "<b>wrong" not in read
    assert ("Catriona" in read, "Ailsa" in read) == (True, False)


def test_unknown_numbers_are_not_there(client: Client, wrong: Result) -> None:
    for number in (99, 10**30):
        assert client.get(reverse("results:result", args=[wrong.pool.slug, number])).status_code == 404
    assert client.get(reverse("results:result", args=["no-such-pool", 1])).status_code == 404


def test_a_long_history_asks_no_more_questions(client: Client, wrong: Result, cast: list[Player]) -> None:
    asked, now = [], wrong
    for _ in range(2):
        for turn in range(3):
            points = 10 + turn
            seats = (SeatResult(cast[0].pk, points, 1), SeatResult(cast[turn].pk if turn else cast[1].pk, 5, 2))
            now = correct_result(result=now, seats=seats, reason=WHY, by=None)
        asked.append(queries_of(client, address(wrong)))
    assert asked[0] == asked[1] <= 12


# --- correcting --------------------------------------------------------------------------------------------------
def test_morag_looks_at_what_changes_and_confirms(wrong: Result, cast: list[Player], morag: Account) -> None:
    browser = browser_of(morag)
    assert f'value="{cast[0].public_id}" selected' in page(browser, wrong, "correct")
    preview = browser.post(address(wrong, "correct"), turned(wrong, cast)).content.decode()
    assert "Nothing is saved yet." in preview
    assert "Ratings: " in preview
    assert Result.objects.count() == 1
    answer = confirm_preview(browser, address(wrong, "correct"), turned(wrong, cast))
    new = Result.objects.get(supersedes=wrong)
    assert (answer.status_code, answer["Location"]) == (302, address(wrong))
    assert "Correction saved." in page(browser, wrong)
    assert ([seat.points for seat in new.seats.all()], new.reason, new.entered_by) == ([30, 40], WHY, morag.player)


def test_what_was_filled_in_can_be_changed_again(wrong: Result, cast: list[Player], morag: Account) -> None:
    form = browser_of(morag).post(address(wrong, "correct"), turned(wrong, cast, again="yes")).content.decode()
    assert 'value="30"' in form
    assert "note error" not in form
    assert Result.objects.count() == 1


def test_who_changes_no_figure_anywhere_is_told_so(wrong: Result, cast: list[Player], morag: Account) -> None:
    sent = filled(wrong, (cast[0], 51, 1), (cast[1], 48, 2))
    assert "No other changes." in browser_of(morag).post(address(wrong, "correct"), sent).content.decode()


def test_somebody_else_may_have_sat_there_and_fewer_or_more(wrong: Result, cast: list[Player], morag: Account) -> None:
    sent = filled(wrong, (cast[2], 50, 1), (cast[1], 40, 2), (cast[0], 30, 3))
    confirm_preview(browser_of(morag), address(wrong, "correct"), sent)
    assert [seat.player for seat in Result.objects.get(supersedes=wrong).seats.all()] == [cast[2], cast[1], cast[0]]


def test_places_follow_from_points_and_forfeits_need_places(wrong: Result, cast: list[Player], morag: Account) -> None:
    sent = turned(wrong, cast) | {"place-0": "", "place-1": ""}
    confirm_preview(browser_of(morag), address(wrong, "correct"), sent)
    played = Result.objects.get(supersedes=wrong)
    assert [seat.place for seat in played.seats.all()] == [2, 1]
    forfeit = turned(played, cast, how="forfeit") | {"points-0": "", "points-1": ""}
    confirm_preview(browser_of(morag), address(wrong, "correct"), forfeit)
    assert Result.objects.get(supersedes=played).how == "forfeit"


@pytest.mark.parametrize(
    ("wrongly", "said"),
    [
        ({"reason": " "}, "This field is required"),
        ({"points-0": ""}, "Enter the score of every player"),
        ({"place-0": ""}, "a place for every player, or for none"),
        ({"place-0": "1", "place-1": "2"}, "but a worse place"),
        ({"points-0": "9", "place-0": "1", "points-1": "8", "place-1": "4"}, "are not possible"),
        ({"player-0": ""}, "Choose the player of every seat"),
        ({"player-0": "nobodys-id"}, "Select a valid choice"),
        ({"points-2": "3"}, "Choose the player of every seat"),
        ({"points-0": "49", "place-0": "1", "points-1": "48", "place-1": "2"}, "The correction changes nothing"),
    ],
)
def test_what_cannot_be_is_said_before_it_is_confirmed(
    wrong: Result, cast: list[Player], morag: Account, wrongly: dict[str, str], said: str
) -> None:
    for confirmed in ({}, {"confirmed": "yes"}):
        sent = turned(wrong, cast) | wrongly | confirmed
        assert said in browser_of(morag).post(address(wrong, "correct"), sent).content.decode()
    assert Result.objects.count() == 1


def test_a_stale_form_shows_both_versions(wrong: Result, cast: list[Player], morag: Account, club: Club) -> None:
    hamish = account_of("Hamish")
    joins(hamish, club, Role.ORGANISER)
    seats = (SeatResult(cast[0].pk, 7, 2), SeatResult(cast[1].pk, 77, 1))
    new = correct_result(result=wrong, seats=seats, reason="Seven, not forty-nine.", by=hamish)
    for confirmed in ({}, {"confirmed": "yes"}):
        answer = browser_of(morag).post(address(wrong, "correct"), turned(wrong, cast) | confirmed)
        read = answer.content.decode()
        assert answer.status_code == 409
        assert "Hamish corrected this result" in read
        assert all(words in read for words in ("Seven, not forty-nine.", "77", "40"))
        assert f'name="seen" value="{new.number}"' in read
    assert Result.objects.count() == 2
    confirm_preview(browser_of(morag), address(wrong, "correct"), turned(new, cast))
    assert Result.objects.count() == 3


def test_a_confirmation_sent_twice_enters_once(wrong: Result, cast: list[Player], morag: Account) -> None:
    browser, sent = browser_of(morag), turned(wrong, cast)
    sent |= {"confirmed": "yes", "foreseen": foreseen(browser.post(address(wrong, "correct"), sent).content.decode())}
    for _ in range(2):
        assert browser.post(address(wrong, "correct"), sent).status_code == 302
    assert Result.objects.count() == 2


# --- withdrawing -------------------------------------------------------------------------------------------------
def test_morag_withdraws_a_result_and_puts_it_back(wrong: Result, cast: list[Player], morag: Account) -> None:
    browser, why = browser_of(morag), {"seen": str(wrong.number), "reason": "It was played elsewhere."}
    preview = browser.post(address(wrong, "withdraw"), why).content.decode()
    assert "Withdraw result" in preview
    assert Result.objects.count() == 1
    confirm_preview(browser, address(wrong, "withdraw"), why)
    gone = Result.objects.get(supersedes=wrong)
    assert gone.how == "withdrawn"
    read = page(browser, wrong)
    assert ("Restore result" in read, address(wrong, "withdraw") in read) == (True, False)
    assert 'value="49"' in page(browser, gone, "correct")
    back = filled(gone, (cast[0], 49, 1), (cast[1], 48, 2))
    confirm_preview(browser, address(gone, "correct"), back)
    assert not chain_of(wrong.subject).is_withdrawn


def test_a_withdrawal_needs_its_reason_too(wrong: Result, morag: Account) -> None:
    answer = browser_of(morag).post(address(wrong, "withdraw"), {"seen": "1", "reason": "", "confirmed": "yes"})
    assert "This field is required" in answer.content.decode()
    assert Result.objects.count() == 1


# --- who may ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER])
def test_only_those_who_may_have_the_buttons(wrong: Result, morag: Account, club: Club, role: Role) -> None:
    joins(other := account_of("Ishbel"), club, role)
    assert address(wrong, "correct") not in page(browser_of(other), wrong)
    assert address(wrong, "correct") in page(browser_of(morag), wrong)


def test_an_operator_names_anybody_in_a_pool_of_the_site_by_their_id(cast: list[Player]) -> None:
    (result,) = enter(a_pool(), table(cast[0], cast[1]))
    browser = browser_of(operator())
    assert f'type="text" name="player-0" value="{cast[0].public_id}"' in page(browser, result, "correct")
    (fergus,) = people("Fergus")
    confirm_preview(browser, address(result, "correct"), filled(result, (fergus, 9, 1), (cast[1], 8, 2)))
    assert Result.objects.get(supersedes=result).seats.get(seat=0).player == fergus


def test_of_a_match_on_the_machine_the_players_are_settled(pool: Pool, cast: list[Player], morag: Account) -> None:
    match = uuid4()
    seats = tuple(SeatResult(player.pk, 50 - at, at) for at, player in enumerate(cast[:2], 1))
    (result,) = enter(pool, ResultDraft(match, seats, evidence=match))
    assert browser_of(morag).get(address(result, "correct")).status_code == 403
    read = page(browser_of(operator()), result, "correct")
    assert ("Ailsa" in read, 'name="player-0"' in read) == (True, False)


def test_the_form_asks_as_many_questions_in_a_large_club(wrong: Result, morag: Account, club: Club) -> None:
    browser, asked = browser_of(morag), []
    for more in (3, 40):
        for player in people(*(f"Member {number} of {more}" for number in range(more))):
            club.memberships.create(player=player)
        asked.append(queries_of(browser, address(wrong, "correct")))
    assert asked[0] == asked[1] <= 16
