"""The download of records: what everybody may read, in the order of publication, from any line on."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart
from pytest_django import DjangoAssertNumQueries

from engine.notation import from_text
from games.matches.claims import finish_matches
from games.matches.models import Block, Match
from games.matches.pruning import prune_records
from games.matches.services import BlockOrder, all_rotations, create_block
from games.records.downloads import SETTLED
from games.records.models import SubmittedRecord
from games.records.partial_parsing import reading_of
from games.records.services.anonymising import forget_drafts
from league.accounts.models import Account, Player
from league.accounts.services.accounts import anonymise_player
from league.clubs.models import Club
from league.clubs.services.clubs import make_view_only_link
from league.conf.settings import ROOT
from league.results.services.ledger import pool_for
from tests.factories import account_of, browser_of, glen_club, joins, operator
from tests.games.factories import GAME, TERMS, blocks, claim, ids_of, matches_of, played, seat_setups
from tests.games.play.factories import begun, of, played_out, visitor
from tests.games.records.factories import KILT, checked, document, sent, text, verdict_of
from tests.games.records.test_checking import as_seen

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/records.ndjson"
START = timezone.now().replace(microsecond=123_456) - timedelta(days=10)


def lines(client: Client | None = None, /, **question: str | int) -> list[dict[str, Any]]:
    """The lines of one answer."""
    answer: Any = (client or browser_of()).get(ADDRESS, question)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), answer.content
    return [json.loads(line) for line in b"".join(answer).decode().splitlines()]


def ids(**question: str | int) -> list[str]:
    return [line["id"] for line in lines(**question)]


def published(block: Block, at: datetime = START) -> list[Match]:
    """Play the matches of the deal, which was opened then."""
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    Block.objects.filter(pk=block.pk).update(finished_at=at)
    return matches_of([block])


def bot_matches(*, at: datetime = START) -> list[Match]:
    return published(blocks()[0], at)


def of_club(**where: Any) -> list[Match]:
    """Matches on an open deal of a club, or of a leaderboard of one."""
    rotations = all_rotations(seat_setups("wanderer", "wanderer"))
    return published(create_block(order=BlockOrder(game=GAME, rotations=rotations, **where)))


def verified(club: Club, by: Account, players: list[Player], written: str, at: datetime = START) -> SubmittedRecord:
    record = checked(sent(by.player, club, written, players))
    SubmittedRecord.objects.filter(pk=record.pk).update(checked_at=at)
    return record


@pytest.fixture
def added(club: Club, hamish: Account, table: list[Player]) -> SubmittedRecord:
    """A verified record that Hamish added."""
    return verified(club, hamish, table, text())


# --- lines ---------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_line_has_the_match_its_result_and_its_record() -> None:
    match = bot_matches()[0]
    (line,) = (one for one in lines() if one["id"] == match.public_id)
    row = browser_of().get(f"/api/v1/matches/{match.public_id}/").json()
    assert {name: line[name] for name in ("game", "rules_version", "options", "seats", "url")} == {
        name: row[name] for name in ("game", "rules_version", "options", "seats", "url")
    }
    assert (line["origin"], line["is_rated"], line["played_at"]) == ("match", True, row["finished_at"])
    assert line["published_at"] == START.isoformat().replace("+00:00", "Z")
    outcome = from_text(line["record"]).outcome
    assert outcome is not None
    assert [seat["points"] for seat in line["seats"]] == list(outcome.points)


@pytest.mark.parametrize(("days", "is_noon"), [(0, False), (1, True)])
def test_the_time_of_a_record_does_not_depend_on_the_day_of_reading(
    added: SubmittedRecord, days: int, *, is_noon: bool
) -> None:
    sent_at = datetime(2026, 3, 5, 20, 15, tzinfo=UTC)  # the club's time is UTC in winter
    played_on = sent_at.date() - timedelta(days=days)
    SubmittedRecord.objects.filter(pk=added.pk).update(sent_at=sent_at, played_on=played_on)
    (line,) = lines()
    expected = datetime(2026, 3, 5 - days, 12, tzinfo=UTC) if is_noon else sent_at
    assert datetime.fromisoformat(line["played_at"]) == expected


def test_a_record_that_people_added_has_its_players_and_no_name_in_its_text(added: SubmittedRecord) -> None:
    (line,) = lines()
    assert [seat["player"]["name"] for seat in line["seats"]] == ["Morag", "Hamish"]
    assert [seat["player"]["kind"] for seat in line["seats"]] == ["person", "person"]
    assert (line["id"], line["origin"], line["game"]) == (added.public_id, "added", KILT)
    assert line["record"] == added.completed
    record = from_text(line["record"])
    assert record.outcome is not None
    assert (dict(record.options), [seat["place"] for seat in line["seats"]]) == (
        line["options"],
        list(record.outcome.places),
    )
    assert "Morag" not in line["record"]


def test_lines_are_as_the_schema_says(added: SubmittedRecord) -> None:
    bot_matches()
    schema = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())
    shape = {"$ref": "#/components/schemas/RecordLine", "components": schema["components"]}
    found = lines()
    assert len(found) == 3
    for line in found:
        Draft202012Validator(shape).validate(line)


@pytest.mark.slow
def test_unrated_games_of_people_and_visitors_are_in_the_download() -> None:
    account = account_of("Morag")
    mine = played_out(of(account), begun(of(account))).match
    theirs = played_out(visitor(), begun(visitor())).match
    assert mine is not None
    assert theirs is not None
    Block.objects.update(finished_at=START)
    found = {line["id"]: line for line in lines(players="people")}
    assert set(found) == {mine.public_id, theirs.public_id}
    assert found[mine.public_id]["seats"][0]["player"]["id"] == account.player.public_id
    assert found[theirs.public_id]["seats"][0]["player"] is None
    assert not found[theirs.public_id]["is_rated"]


# --- who sees what -------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("is_public", [True, False], ids=["public", "private"])
def test_records_of_a_private_club_never_appear(is_public: bool) -> None:
    """Neither by the club of its leaderboard, nor by that of an unrated deal, nor added by its members."""
    morag, hamish = account_of("Morag"), account_of("Hamish")
    club = glen_club(morag, is_public=is_public)
    joins(hamish, club)
    rated = of_club(pool=pool_for(game=GAME, player_kind="bot", club=club))
    unrated = of_club(club=club)
    record = verified(club, hamish, [morag.player, hamish.player], text())
    of_the_club = {match.public_id for match in (*rated, *unrated)} | {record.public_id}
    of_the_site = {match.public_id for match in bot_matches()}
    expected = of_the_site | of_the_club if is_public else of_the_site
    for user in (None, morag, hamish, operator()):
        assert {line["id"] for line in lines(browser_of(user))} == expected


def test_a_link_that_shows_a_private_club_shows_no_records_here() -> None:
    morag = account_of("Morag")
    club = glen_club(morag, is_public=False)
    (match, _other) = of_club(club=club)
    browser = browser_of()
    browser.get(reverse("clubs:open-view-only-link", args=[make_view_only_link(club=club).key]))
    assert browser.get(match.get_absolute_url()).status_code == 200
    assert lines(browser) == []


def test_hidden_deals_are_not_in_the_download() -> None:
    (sealed,) = blocks()
    finish_matches(finishes=played(claim(ids_of([sealed])[:1])), terms=TERMS)
    withheld, told = bot_matches()[0], bot_matches()[0]
    Block.objects.filter(pk=withheld.block_id).update(is_withheld=True)
    later = START + timedelta(days=1)
    Block.objects.filter(pk=told.block_id).update(told_at=later)  # a final that was played before it was revealed
    found = lines()
    assert {line["id"] for line in found} == {match.public_id for match in Match.objects.filter(block=told.block_id)}
    assert {line["published_at"] for line in found} == {later.isoformat().replace("+00:00", "Z")}


def test_names_are_those_that_visitors_see(added: SubmittedRecord, morag: Account) -> None:
    Player.objects.filter(pk=morag.player.pk).update(name="Morag MacDonald")
    Club.objects.filter(pk=added.club_id).update(shortens_names=True)
    for user in (None, morag):
        assert [seat["player"]["name"] for seat in lines(browser_of(user))[0]["seats"]] == ["Morag M.", "Hamish"]


def test_a_player_of_two_clubs_is_named_by_the_club_of_each_record(
    added: SubmittedRecord, morag: Account, hamish: Account, table: list[Player]
) -> None:
    Player.objects.filter(pk=morag.player.pk).update(name="Morag MacDonald")
    other = glen_club(morag, name="Glen Etive Games")
    joins(hamish, other)
    second = verified(other, hamish, table, text(secret=b"another"))
    for shortening, full in ((added, second), (second, added)):
        Club.objects.update(shortens_names=False)
        Club.objects.filter(pk=shortening.club_id).update(shortens_names=True)
        names = {line["id"]: line["seats"][0]["player"]["name"] for line in lines()}
        assert names == {shortening.public_id: "Morag M.", full.public_id: "Morag MacDonald"}


def test_somebody_anonymous_stays_so(added: SubmittedRecord, hamish: Account) -> None:
    anonymise_player(player=hamish.player)
    (line,) = lines()
    assert "Hamish" not in json.dumps(line)
    assert line["seats"][1]["player"]["name"].startswith("Former player")


@pytest.mark.parametrize(
    "written",
    [
        document(("Morag", "Zoë")),
        json.dumps(json.loads(document(("Morag", "Zoë")))),
        text(("Morag", "Zoë")).replace("Seats:", "seats:"),
        text(("Morag", "Zoë")).replace("Zoë", "zOË").replace("zOË", "Zoë", 1),
    ],
    ids=["json", "escaped-json", "text", "moves-in-other-case"],
)
def test_the_text_of_a_record_loses_the_name_of_a_deleted_account(
    club: Club, morag: Account, hamish: Account, written: str
) -> None:
    record = sent(morag.player, club, written, [morag.player, hamish.player])
    forget_drafts(player=hamish.player)
    record.refresh_from_db()
    assert "zo" not in record.text.lower()
    assert "Zo" not in json.dumps(record.reading)
    assert "Morag" in record.text


@pytest.mark.parametrize("label", ["Seat", "Third", "seats", "points", "Game"])
@pytest.mark.parametrize("write", [text, document])
def test_a_deleted_account_named_like_a_word_of_the_notation_leaves_a_valid_record(
    club: Club, morag: Account, hamish: Account, label: str, write: Callable[[tuple[str, str]], str]
) -> None:
    record = checked(sent(morag.player, club, write(("Morag", label)), [morag.player, hamish.player]))
    before = record.reading
    forget_drafts(player=hamish.player)
    record.refresh_from_db()
    assert record.reading == {**before, "seats": ["Morag", "Somebody 2"]}
    assert reading_of(record.text) == record.reading


def test_why_a_record_was_refused_loses_the_name_too(club: Club, morag: Account, hamish: Account) -> None:
    out_of_turn = re.sub(r"(?m)^Morag:", "Zoë:", text(("Morag", "Zoë")), count=1)
    record = checked(sent(morag.player, club, out_of_turn, [morag.player, hamish.player]))
    assert "Zoë" in verdict_of(record)["sentence"]
    forget_drafts(player=hamish.player)
    record.refresh_from_db()
    assert "Zoë" not in json.dumps([record.text, record.reading, record.verdict], ensure_ascii=False)


def test_pruned_records_are_left_out(added: SubmittedRecord) -> None:
    bot_matches()
    assert len(lines()) == 3
    prune_records(older_than=timedelta(0))
    assert ids() == [added.public_id]


def test_records_on_their_way_to_the_check_are_left_out(club: Club, hamish: Account, table: list[Player]) -> None:
    sent(hamish.player, club, text(), table)
    verified(club, hamish, table, "\n".join(text(secret=b"another").split("\n")[:-8]) + "\nMorag: nonsense\n")
    assert lines() == []


def test_records_with_events_that_nobody_saw_are_left_out(club: Club, hamish: Account, table: list[Player]) -> None:
    record = verified(club, hamish, table, as_seen(text()))
    assert record.status == SubmittedRecord.Status.VERIFIED
    assert lines() == []


def test_a_record_appears_a_minute_after_its_publication() -> None:
    match = bot_matches(at=timezone.now())[0]
    assert lines() == []
    Block.objects.filter(pk=match.block_id).update(finished_at=timezone.now() - SETTLED)
    assert match.public_id in ids()


# --- filters and pages ---------------------------------------------------------------------------------------------
def test_records_are_found_by_game_and_kind_of_players(added: SubmittedRecord) -> None:
    of_bots = [match.public_id for match in bot_matches()]
    assert ids(game=KILT) == ids(players="people") == ids(game=KILT, players="people") == [added.public_id]
    assert ids(game=GAME) == ids(players="bots") == of_bots
    assert ids(game=KILT, players="bots") == ids(game="highland-clans") == []


def test_records_are_found_by_the_time_of_publication(club: Club, hamish: Account, table: list[Player]) -> None:
    days = [START + timedelta(days=day) for day in range(3)]
    first, last = (bot_matches(at=at)[0] for at in (days[0], days[2]))
    record = verified(club, hamish, table, text(), days[1])
    assert ids(since=days[1].isoformat(), until=days[2].isoformat()) == [record.public_id]
    assert first.public_id not in ids(since=days[1].isoformat())
    assert last.public_id in ids(since=days[2].isoformat())
    assert last.public_id not in ids(until=days[2].isoformat())


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_a_download_goes_on_behind_its_last_line(limit: int, club: Club, hamish: Account, table: list[Player]) -> None:
    """Also between records of one moment, and of both kinds."""
    for number, at in enumerate([START, START, START + timedelta(microseconds=1)]):
        bot_matches(at=at)
        verified(club, hamish, table, document(secret=bytes([number])), at)
    whole = lines()
    assert [line["published_at"] for line in whole] == sorted(line["published_at"] for line in whole)
    assert len({line["id"] for line in whole}) == 9
    found: list[dict[str, Any]] = []
    question: dict[str, str | int] = {"limit": limit}
    while page := lines(**question):
        assert len(page) <= limit
        found += page
        question["after"] = page[-1]["cursor"]
    assert found == whole


def test_a_cursor_of_a_record_that_is_hidden_since_still_leads_on(added: SubmittedRecord) -> None:
    matches = bot_matches(at=START + timedelta(days=1))
    (cursor,) = (line["cursor"] for line in lines(limit=1))
    Club.objects.filter(pk=added.club_id).update(is_public=False)
    assert ids(after=cursor) == [match.public_id for match in matches]


@pytest.mark.parametrize(
    ("name", "given"),
    [("game", "whist"), ("players", "cats"), ("since", "yesterday"), ("until", "2026-13-01"), ("limit", "0"),
     ("limit", "1001"), ("limit", "many"), ("after", "nonsense"), ("after", "1-2-3"), ("after", "1-0-" + "9" * 19),
     ("after", "\u0663-0-1"), ("after", "9" * 17 + "-0-1"), ("cursor", "1-0-1"), ("game", "nul\0")],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_a_sentence(name: str, given: str) -> None:
    answer = browser_of().get(ADDRESS, {name: given})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert list(answer.json()["errors"]) == [name]


def test_an_end_before_the_beginning_is_refused() -> None:
    answer = browser_of().get(ADDRESS, {"since": "2026-11-02T00:00:00Z", "until": "2026-11-01T00:00:00Z"})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["until"])


@pytest.mark.parametrize("wanted", ["application/x-ndjson", "application/json", "*/*"])
def test_programs_may_ask_for_lines_or_for_json(wanted: str) -> None:
    assert browser_of().get(ADDRESS, headers={"Accept": wanted}).status_code == 200
    assert browser_of().get(ADDRESS, headers={"Accept": "text/csv"}).status_code == 406


@pytest.mark.slow
def test_many_records_ask_as_much_as_few(
    club: Club, hamish: Account, table: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for more in (1, 4):
        for number in range(more):
            bot_matches()
            verified(club, hamish, table, document(secret=bytes([more, number])))
        with django_assert_num_queries(10):
            assert len(lines()) >= 3 * more


# --- the program in the guide --------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_program_in_the_guide_keeps_a_file_complete(live_site: str, tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "api.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "download.py").write_text(program.replace("http://localhost:8000", live_site))
    for day in range(2):
        bot_matches(at=START + timedelta(days=day))
        subprocess.run([sys.executable, "download.py"], cwd=tmp_path, check=True, timeout=60)
        kept = [json.loads(line) for line in (tmp_path / "records.ndjson").read_text().splitlines()]
        assert [line["id"] for line in kept] == ids()
        assert len(kept) == 2 * (day + 1)
