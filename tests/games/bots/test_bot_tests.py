"""Morag orders test matches of her bot; nobody else hears of them, and at home the same is played."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.utils import timezone

from engine.cli import main
from games.bots.errors import CannotTest, NoSuchBot, NotNow, TooManyBotTests
from games.bots.models import BotTest, BotTestMatch, Version
from games.bots.services import pause_bot
from games.bots.test_matches.presenters import play_command, replay_command
from games.bots.test_matches.services import (
    MOST_A_DAY,
    MOST_KEPT,
    BotTestOrder,
    claim_bot_test_match,
    fail_bot_test_match,
    finish_bot_test_match,
    order_bot_test,
    play_bot_test_match,
    setup_of,
    sweep_bot_test_matches,
)
from games.bots.test_matches.services import TERMS as LEASES
from games.bots.version_slugs import slug_of
from games.matches.claims import Finish, claim_matches, finish_matches
from games.matches.models import Match
from games.matches.run_match import SeatSetup, play_match
from games.matches.services import BlockOrder, all_rotations, create_block
from league.accounts.models import Account
from league.accounts.services.players import make_bot_player
from tests.engine.sandbox.programs import deciding
from tests.factories import browser_of
from tests.games.bots.factories import GAME, MATCH_TERMS, another, author, bare_bot, bot_by, finished_test, passed
from tests.games.bots.test_api import Program

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

MOST_QUERIES = 7  # of any of the pages


@pytest.fixture
def version(morag: Account) -> Version:
    return passed(bot_by(morag))


def ordered(version: Version, *opponents: str, game: str = GAME, seed: str = "7", **more: object) -> BotTest:
    owner = version.bot.player.owner
    assert owner is not None
    test = BotTestOrder(game=game, opponents=opponents or ("courtier",), seed=seed, **more)  # type: ignore[arg-type]  # by name
    return order_bot_test(account=owner, bot=version.bot.public_id, order=test)


@pytest.mark.parametrize(
    ("opponents", "seed"), [("courtier", "7"), ("lookout-5 lookout-10", "stone of Scone"), ("version:1", "0")]
)
def test_the_command_plays_the_same_at_home(
    version: Version, opponents: str, seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_test = finished_test(version, *opponents.split(), seed=seed)
    assert all(key in bot_test.labels for key in opponents.split() if key.startswith("lookout"))
    at_home_it_is_the_same(version, bot_test, tmp_path, monkeypatch)


def test_a_test_with_one_number_of_playouts_for_all_plays_the_same_at_home(
    version: Version, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_test = ordered(version, "lookout-10", all_rotations=False)
    before = {"seat_playouts": [], "playouts": 5, "labels": ["grouse-1", "lookout"]}
    BotTest.objects.filter(pk=bot_test.pk).update(**before)
    assert play_bot_test_match(bot_test.bot_test_matches.get().pk, find=bare_bot)
    bot_test.refresh_from_db()
    at_home_it_is_the_same(version, bot_test, tmp_path, monkeypatch)


def at_home_it_is_the_same(
    version: Version, bot_test: BotTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.py").write_text(version.source)
    command = play_command(bot_test).removeprefix("moothill-engine ").split()
    assert main(command) == 0
    assert Path("test.txt").read_text() == "\n".join(match.record for match in bot_test.bot_test_matches.all())


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "opponents"),
    [
        ("if len(view.discards) > 3: 1 // 0", ("courtier",)),
        ("if rng.random() < 0.2: return (99,)", ("wanderer", "courtier")),
        ("if len(view.discards) > 5:\n    while True: pass", ("courtier",)),
        ("if not view.discards: raise SystemExit", ("wanderer", "version:1", "courtier")),
    ],
    ids=["crash", "illegal", "timeout", "two of hers"],
)
def test_the_command_plays_on_at_home_for_a_bot_that_fails(
    version: Version, body: str, opponents: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = passed(another(version, deciding(body)))
    bot_test = finished_test(failing, *opponents)
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.py").write_text(version.source)
    Path("grouse-2.py").write_text(failing.source)
    matches = list(bot_test.bot_test_matches.all())
    assert any(any(match.faults) for match in matches)
    for match in matches:
        assert bool(match.detail) == (match.kind == "timeout")
        if match.detail:
            assert re.fullmatch(f"Move {match.decisions} took [0-9,]+ ms of .* 1,000 ms\\.", match.detail)
            assert match.slowest_ms >= 1000
            page = f"/bots/{version.bot.public_id}/tests/{bot_test.public_id}/{match.rotation + 1}/"
            assert match.detail in browser_of(version.bot.player.owner).get(page).content.decode()
    assert main(play_command(bot_test).removeprefix("moothill-engine ").split()) == 1
    assert Path("test.txt").read_text() == "\n".join(match.record for match in matches)


def test_every_match_is_replayed_at_home_with_its_luck(
    version: Version, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot_test = finished_test(version)
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.py").write_text(version.source)
    for match in bot_test.bot_test_matches.all():
        command = replay_command(match).removeprefix("moothill-engine ").split()
        Path(command[1]).write_text(match.record)
        assert main(command) == 0
        assert "moves are the same" in capsys.readouterr().out


def test_a_match_in_which_it_failed_fails_again_at_home(
    version: Version, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = passed(another(version, deciding("if rng.random() < 0.2: return 1 // 0")))
    match = finished_test(failing).bot_test_matches.order_by("rotation")[1]
    monkeypatch.chdir(tmp_path)
    Path("grouse-2.py").write_text(failing.source)
    command = replay_command(match).removeprefix("moothill-engine ").split()
    Path(command[1]).write_text(match.record)
    assert main(command) == 1
    assert "fails again, as in the record: It crashed." in capsys.readouterr().out


def test_a_match_of_the_house_is_replayed_at_home_with_its_luck_once_the_deal_is_open(
    version: Version, morag: Account, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_bot_player(name="Wanderer")
    seat_setups = (SeatSetup(other.pk, "courtier", 0), SeatSetup(version.bot.player_id, slug_of(version.public_id), 0))
    block = create_block(order=BlockOrder(game=GAME, rotations=all_rotations(seat_setups)))
    command = ""
    for match in block.matches.order_by("rotation"):
        (claim,) = claim_matches(ids=[match.pk], terms=MATCH_TERMS, has_sandbox=True)
        played = play_match(claim.setup, find=bare_bot)
        assert played is not None
        finish_matches(finishes=[Finish(claim, played)], terms=MATCH_TERMS)
        page = f"/bots/{version.bot.public_id}/matches/{match.public_id}/"
        found = re.search("moothill-engine ([^<]+)", browser_of(morag).get(page).content.decode())
        command = found[1] if found else ""
        assert bool(command) == (match.rotation == 1)  # with the last rotation the deal is open
        (tmp_path / f"match-{match.public_id}.txt").write_text(played.text)
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.py").write_text(version.source)
    assert main(command.split()) == 0


def test_she_reads_what_came_of_it_and_steps_through_it(version: Version, morag: Account) -> None:
    failing = passed(another(version, deciding("print('lost in the glen')\nreturn (99,)")))
    browser = browser_of(morag)
    tests = f"/bots/{version.bot.public_id}/tests/"
    sent = browser.post(
        tests, {"version": failing.number, "game": GAME, "first": "courtier", "seed": "Scone", "all_rotations": "on"}
    )
    assert sent.status_code == 302
    BotTest.objects.all().delete()
    bot_test = finished_test(failing)
    page = browser.get(f"{tests}{bot_test.public_id}/").content.decode()
    assert "It chose an illegal move." in page
    assert "Wanderer" in page
    match = browser.get(f"{tests}{bot_test.public_id}/2/").content.decode()
    assert "lost in the glen" in match
    assert "--seat 2 --bot ./grouse-2.py --seed 8" in match
    assert browser.get(f"{tests}{bot_test.public_id}/1/?step=3").status_code == 200
    assert browser.get(f"{tests}{bot_test.public_id}/3/").status_code == 404
    assert browser.get(f"{tests}{bot_test.public_id}/records.txt").content.count(b"Moothill record") == 2
    assert not Match.objects.exists()  # and so no list, no hall, no statistics and no ladder can tell of them


def test_a_test_against_somebody_elses_bot_keeps_nothing_of_what_that_one_wrote(
    version: Version, morag: Account
) -> None:
    theirs = passed(bot_by(author("Hamish"), "Capercaillie", source=deciding("print('my secret')")))
    bot_test = finished_test(version, f"bot:{theirs.bot.player.public_id}")
    assert [match.log for match in bot_test.bot_test_matches.all()] == ["", ""]
    assert play_command(bot_test) == ""
    page = browser_of(morag).get(f"/bots/{version.bot.public_id}/tests/{bot_test.public_id}/")
    assert "Capercaillie" in page.content.decode()
    assert "engine play" not in page.content.decode()


@pytest.mark.parametrize(
    ("opponents", "seed", "says"),
    [
        (("nobody",), "1", "“nobody” is not an opponent.*lookout-25"),
        (("courtier",) * 6, "1", "played by 2 to 4"),
        (("steward",), "1", "does not play this game"),
        (("courtier",), "0" * 20 + "9" * 40, "Invalid seed"),
        (("courtier",), " ", "Invalid seed"),
        (("courtier",), "9" * 60, "Invalid seed"),
    ],
)
def test_what_cannot_be_played_is_refused(version: Version, opponents: tuple[str, ...], seed: str, says: str) -> None:
    with pytest.raises(CannotTest, match=says):
        ordered(version, *opponents, seed=seed)
    assert not BotTest.objects.exists()


def test_only_what_is_in_play_is_tested(version: Version) -> None:
    hamish = author("Hamish")
    theirs = passed(bot_by(hamish, "Capercaillie"))
    pause_bot(account=hamish, bot=theirs.bot.public_id)
    with pytest.raises(CannotTest, match="paused"):
        ordered(version, f"bot:{theirs.bot.player.public_id}")
    another(version, deciding("pass"))
    with pytest.raises(NotNow):
        ordered(version, number=2)
    with pytest.raises(NoSuchBot):
        ordered(version, number=3)
    with pytest.raises(CannotTest, match="Choose from: King's Kilt"):
        ordered(version, game="lords-of-scotland")


def test_two_may_wait_and_so_many_be_ordered_a_day(version: Version) -> None:
    ordered(version)
    ordered(version)
    with pytest.raises(TooManyBotTests, match="unfinished"):
        ordered(version)
    BotTestMatch.objects.update(status=BotTestMatch.Status.DONE)
    one = BotTest.objects.first()
    assert one is not None
    facts = {"version": version, "game": GAME, "opponents": [], "names": ["Grouse"], "labels": [], "seed": 1}
    BotTest.objects.bulk_create(BotTest(**facts) for _ in range(MOST_A_DAY - 2))
    with pytest.raises(TooManyBotTests, match="tomorrow"):
        ordered(version)


def test_of_one_bot_no_more_are_ordered_a_day_either(version: Version) -> None:
    for _ in range(MOST_A_DAY):
        ordered(version)
        BotTestMatch.objects.update(status=BotTestMatch.Status.DONE)
    with pytest.raises(TooManyBotTests, match="tomorrow"):
        ordered(version)


def test_those_of_days_before_are_forgotten_but_for_the_last_fifty(version: Version) -> None:
    facts = {"version": version, "game": GAME, "opponents": [], "names": ["Grouse"], "labels": [], "seed": 1}
    BotTest.objects.bulk_create(BotTest(**facts) for _ in range(MOST_KEPT + 5))
    BotTest.objects.update(created_at=timezone.now() - timedelta(days=2))
    newest = ordered(version)
    assert BotTest.objects.exclude(pk=newest.pk).count() == MOST_KEPT


def test_so_long_may_workers_hold_them_a_day(version: Version) -> None:
    first, *_ = ordered(version).bot_test_matches.order_by("rotation")
    claim = claim_bot_test_match(bot_test_match_id=first.pk)
    assert claim is not None
    BotTestMatch.objects.filter(pk=first.pk).update(started_at=F("started_at") - timedelta(minutes=10))
    fail_bot_test_match(claim=claim, cause="the machine failed")
    again = claim_bot_test_match(bot_test_match_id=first.pk)
    assert again is not None
    BotTestMatch.objects.filter(pk=first.pk).update(started_at=F("started_at") - timedelta(minutes=20))
    played = play_match(setup_of(again), find=bare_bot)
    assert played is not None
    finish_bot_test_match(claim=again, played=played)
    with pytest.raises(TooManyBotTests, match="all 30 minutes"):
        ordered(version)
    BotTest.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert ordered(version).version == version


def test_an_attempt_that_lost_its_worker_counts_for_its_whole_lease(version: Version) -> None:
    first, *_ = ordered(version).bot_test_matches.order_by("rotation")
    for _ in range(LEASES.attempts):
        assert claim_bot_test_match(bot_test_match_id=first.pk) is not None
        ago = {"lease_until": F("lease_until") - timedelta(days=1), "started_at": F("started_at") - timedelta(days=1)}
        BotTestMatch.objects.filter(pk=first.pk).update(**ago)
    sweep_bot_test_matches()
    assert BotTestMatch.objects.get(pk=first.pk).held_for == LEASES.attempts * LEASES.lease


def test_matches_of_a_test_are_played_one_after_the_other_and_twice_is_harmless(version: Version) -> None:
    first, second = ordered(version).bot_test_matches.order_by("rotation")
    assert claim_bot_test_match(bot_test_match_id=second.pk) is None
    claim = claim_bot_test_match(bot_test_match_id=first.pk)
    assert claim is not None
    assert claim_bot_test_match(bot_test_match_id=first.pk) is None
    fail_bot_test_match(claim=claim, cause="the machine failed")
    assert claim_bot_test_match(bot_test_match_id=first.pk) is not None
    BotTestMatch.objects.filter(pk=first.pk).update(lease_until="2020-01-01T00:00Z", attempt=3, enqueued_at=None)
    assert sweep_bot_test_matches() == 1  # the first is given up, the second is next
    assert BotTestMatch.objects.get(pk=first.pk).status == BotTestMatch.Status.DEAD
    assert claim_bot_test_match(bot_test_match_id=second.pk) is not None


def test_a_program_orders_a_test_and_reads_it(version: Version, morag: Account) -> None:
    program = Program(morag)
    tests = f"/api/v1/bots/{version.bot.public_id}/tests/"
    made = program.post(tests, {"game": GAME, "opponents": ["courtier"], "seed": "12"})
    assert made.status_code == 201
    assert made.json()["command"].endswith(
        "--seats ./grouse-1.py,courtier --seed 12 --games 2 --duplicate --record test.txt"
    )
    assert [one["id"] for one in program.get(tests).json()["results"]] == [made.json()["id"]]
    found = program.get(f"{tests}{made.json()['id']}/").json()
    assert [one["status"] for one in found["matches"]] == ["waiting", "waiting"]


def test_pages_ask_as_often_however_much_there_is(
    version: Version, morag: Account, django_assert_max_num_queries: object
) -> None:
    hamish = author("Hamish")
    for number in range(3):
        passed(bot_by(hamish, f"Bot number {number}"))
    bot_test = finished_test(version)
    finished_test(version, seed="8")
    browser, tests = browser_of(morag), f"/bots/{version.bot.public_id}/tests/"
    for page in ("", f"{bot_test.public_id}/", f"{bot_test.public_id}/1/"):
        with django_assert_max_num_queries(MOST_QUERIES):  # type: ignore[operator]  # a fixture of pytest-django
            assert browser.get(tests + page).status_code == 200


def test_the_form_offers_only_opponents_and_seats_of_the_games_that_the_bot_plays(
    version: Version, morag: Account
) -> None:
    lords = ("lords-of-scotland",)
    passed(bot_by(author("Hamish"), "Bannock", games=lords))
    browser, tests = browser_of(morag), f"/bots/{version.bot.public_id}/tests/"
    form = browser.get(tests).content.decode()
    assert 'value="courtier"' in form
    assert 'value="steward"' not in form
    assert "Bannock" not in form
    assert ('name="third"' in form, 'name="fourth"' in form) == (True, False)
    answer = browser.post(tests, {"version": 1, "game": GAME, "first": "courtier", "third": "wanderer", "seed": "7"})
    assert answer.status_code == 302
    passed(another(version, deciding("return legal[0]"), games=(GAME, *lords)))
    form = browser.get(tests).content.decode()
    assert 'value="steward"' in form
    assert "Bannock" in form
    assert 'name="fourth"' in form
