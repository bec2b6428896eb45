"""Morag deletes the file of a version: its history stays, its room is free, and the same file restores it."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.bots import uploads, versions
from games.bots.errors import FileDeleted, FileNeeded, NoSuchBot, TooManyUploads, TooMuchStored
from games.bots.hooks import export_bots
from games.bots.models import ArchivePart, BotTestMatch, Comparison, Version
from games.bots.services import retire_bot
from games.bots.test_matches.queries import opponents_for
from games.bots.test_matches.services import BotTestOrder, order_bot_test
from games.bots.tournament_matches import cancel_matches_of_round, make_matches
from games.bots.uploads import content_of
from games.bots.version_checks import check_again, recheck_version
from games.bots.version_slugs import slug_of
from games.bots.versions import FILES_LOCK, activate_version, delete_file
from games.contests.models import Contest
from games.contests.services import enter
from games.matches.models import Match, MatchSeat
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from league.clubs.models import Club, Membership
from league.common.locks import advisory_lock
from league.tournaments.models import Round
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import cancel, reopen, start
from tests.concurrency import in_order
from tests.engine.sandbox.programs import WANDERING, deciding, zipped
from tests.factories import browser_of, glen_club
from tests.games.bots.factories import (
    GAME,
    another,
    author,
    bot_by,
    checked_bare,
    match_between,
    ordered_comparison,
    passed,
    undecided,
)
from tests.games.contests.factories import closed, contest_of, house_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

ZIP = zipped({"bot.py": "from choices import choose\n", "choices.py": WANDERING})
NEWER = deciding("return legal[-1]")


@pytest.fixture
def old(morag: Account) -> Version:
    """A zip that has passed its check. The bot's second version, a Python file, is active."""
    version = passed(bot_by(morag, source=ZIP))
    passed(another(version, NEWER))
    return now(version)


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


def now(version: Version) -> Version:
    return Version.objects.select_related("bot__player").get(pk=version.pk)


def delete(version: Version) -> Version:
    owner = version.bot.player.owner
    assert owner is not None
    return delete_file(account=owner, bot=version.bot.public_id, number=version.number)


def test_the_file_goes_and_the_row_its_hash_and_its_verdict_stay(old: Version) -> None:
    content_of(old.public_id)  # a worker has cached it
    first, again = delete(old), delete(old)
    assert first.file_deleted_at == again.file_deleted_at
    kept = now(old)
    assert (kept.digest, kept.verdict, kept.archive_size) == (old.digest, "passed", len(ZIP))
    assert (kept.files, content_of(old.public_id)) == ([], b"")
    assert not ArchivePart.objects.exists()


@pytest.mark.slow
def test_the_matches_of_its_check_stay(morag: Account) -> None:
    version = checked_bare(bot_by(morag))
    passed(another(version, NEWER))
    trials = version.trials.count()
    assert delete(version).trials.count() == trials > 0


def test_a_deleted_zip_does_not_count_for_the_limit(old: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    larger = zipped({"bot.py": WANDERING, "data": "x" * 10})
    monkeypatch.setattr(uploads, "MOST_STORED", len(larger) + len(ZIP) - 1)
    with pytest.raises(TooMuchStored, match="Delete the files of old versions"):
        another(old, larger)
    delete(old)
    assert another(old, larger).number == 3
    with pytest.raises(TooMuchStored):
        another(old, ZIP)


@pytest.mark.parametrize("source", [ZIP, WANDERING], ids=["zip", "Python file"])
def test_the_same_file_restores_the_version(morag: Account, source: bytes) -> None:
    version = passed(bot_by(morag, source=source))
    newer = passed(another(version, NEWER))
    delete(version)
    restored = another(version, source)
    assert (restored.pk, restored.active, restored.file_deleted_at) == (version.pk, True, None)
    assert content_of(version.public_id) == source
    assert now(version).files == version.files
    assert not now(newer).active


def test_a_restored_file_counts_as_an_upload(old: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MOST_UPLOADS", 3)
    delete(old)
    assert another(old, ZIP).active
    assert another(old, NEWER).active
    delete(now(old))
    with pytest.raises(TooManyUploads):
        another(old, ZIP)


def test_nothing_chooses_a_version_without_a_file(old: Version, morag: Account) -> None:
    delete(old)
    bot = old.bot.public_id
    with pytest.raises(FileDeleted):
        activate_version(account=morag, bot=bot, number=1)
    order = BotTestOrder(game=GAME, opponents=["wanderer"], seed="1", number=1)
    with pytest.raises(FileDeleted):
        order_bot_test(account=morag, bot=bot, order=order)
    with pytest.raises(FileDeleted):
        ordered_comparison(old)
    offered = [one.key for choice in opponents_for(old.bot) for one in choice.opponents]
    assert "version:2" in offered
    assert "version:1" not in offered


def test_an_undecided_version_without_a_file_is_not_checked_again(morag: Account) -> None:
    version = undecided(bot_by(morag))
    delete(version)
    assert check_again(versions=[version]) == 0
    with pytest.raises(FileDeleted):
        recheck_version(account=morag, bot=version.bot.public_id, number=1)
    assert another(version, WANDERING).verdict == "undecided"
    assert recheck_version(account=morag, bot=version.bot.public_id, number=1).is_waiting


def _waits_for_its_check(old: Version) -> Callable[[], object]:
    Version.objects.filter(pk=old.pk).update(verdict="waiting")
    return lambda: Version.objects.filter(pk=old.pk).update(verdict="refused")


def _is_active(old: Version) -> Callable[[], object]:
    passed(old)
    return lambda: passed(old.bot.versions.get(number=2))


def _has_a_match(old: Version) -> Callable[[], object]:
    match = match_between(old, passed(bot_by(author("Hamish"), "Ptarmigan")))
    return lambda: Match.objects.filter(pk=match).update(status="cancelled")


def _is_tested(old: Version) -> Callable[[], object]:
    return _tests(old, number=1, opponents=["wanderer"])


def _is_an_opponent_in_a_test(old: Version) -> Callable[[], object]:
    return _tests(old, number=2, opponents=["version:1"])


def _tests(old: Version, *, number: int, opponents: list[str]) -> Callable[[], object]:
    owner = old.bot.player.owner
    assert owner is not None
    order = BotTestOrder(game=GAME, opponents=opponents, seed="1", number=number)
    order_bot_test(account=owner, bot=old.bot.public_id, order=order)
    return lambda: BotTestMatch.objects.update(status="done")


def _is_compared(old: Version) -> Callable[[], object]:
    ordered_comparison(old)
    return lambda: Comparison.objects.update(status="stopped")


def _is_an_opponent_in_a_comparison(old: Version) -> Callable[[], object]:
    ordered_comparison(old.bot.versions.get(number=2), "version:1")
    return lambda: Comparison.objects.update(status="stopped")


USES = [
    _waits_for_its_check,
    _is_active,
    _has_a_match,
    _is_tested,
    _is_an_opponent_in_a_test,
    _is_compared,
    _is_an_opponent_in_a_comparison,
]


@pytest.mark.parametrize("use", USES)
def test_the_file_stays_while_something_needs_it(old: Version, use: Callable[[Version], Callable[[], object]]) -> None:
    end = use(old)
    page = reverse("bots:delete-file", args=[old.bot.public_id, 1])
    owner = old.bot.player.owner
    assert owner is not None
    browser = browser_of(owner)
    with pytest.raises(FileNeeded) as refused:
        delete(old)
    assert refused.value.message in browser.get(page).content.decode()
    assert browser.post(page).status_code == 409
    assert content_of(old.public_id) == ZIP
    end()
    assert delete(old).file_deleted_at


def test_the_file_stays_until_a_final_that_it_plays_in_is_over(old: Version, club: Club, morag: Account) -> None:
    contest = contest_of(club)
    house_of(contest, morag, "wanderer")
    enter(contest=contest.public_id, account=morag, bot=old.bot.public_id)
    closed(contest)
    activate_version(account=morag, bot=old.bot.public_id, number=1)
    Match.objects.update(status="cancelled")
    with pytest.raises(FileNeeded, match="plays in the final of Bots' cup"):
        delete_file(account=morag, bot=old.bot.public_id, number=2)
    Contest.objects.update(over_at=timezone.now())
    assert delete_file(account=morag, bot=old.bot.public_id, number=2).file_deleted_at


def test_the_active_version_of_a_retired_bot_stays_until_its_tournament_is_over(
    old: Version, club: Club, morag: Account
) -> None:
    version = passed(old)
    Membership.objects.create(club=club, player=version.bot.player)
    event = make_tournament(club=club, name="Cup", game=GAME, venue="machine", format="round-robin", by=None)
    enter_players(tournament=event, players=[version.bot.player], by=None)
    retire_bot(account=morag, bot=version.bot.public_id)
    with pytest.raises(FileNeeded, match="tournament"):
        delete(version)
    cancel(tournament=event, by=None)
    page = browser_of(morag).get(reverse("bots:delete-file", args=[version.bot.public_id, version.number]))
    assert "You cannot restore the file" in page.content.decode()
    assert not delete(version).active


def test_a_reopened_tournament_plays_the_active_version_in_place_of_one_whose_file_is_deleted(
    old: Version, club: Club, morag: Account
) -> None:
    version, rival = passed(old), passed(bot_by(author("Hamish"), "Ptarmigan"))
    players = [version.bot.player, rival.bot.player]
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    event = make_tournament(club=club, name="Cup", game=GAME, venue="machine", format="round-robin", by=None)
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    first = Round.objects.earliest("number").pk
    make_matches(round_id=first)
    cancel(tournament=event, by=None)
    cancel_matches_of_round(round_id=first)
    newer = passed(old.bot.versions.get(number=2))
    assert delete(version).file_deleted_at
    reopen(tournament=event, by=None)
    make_matches(round_id=first)
    seats = MatchSeat.objects.filter(match__status=Match.Status.QUEUED).values_list("bot", flat=True)
    assert set(seats) == {slug_of(newer.public_id), slug_of(rival.public_id)}


@pytest.mark.parametrize("is_retired", [False, True])
def test_the_page_asks_for_the_file_again_unless_the_bot_is_retired(
    old: Version, morag: Account, *, is_retired: bool
) -> None:
    delete(old)
    if is_retired:
        retire_bot(account=morag, bot=old.bot.public_id)
    page = browser_of(morag).get(reverse("bots:version", args=[old.bot.public_id, old.number])).content.decode()
    assert ("Upload the same file again" in page) is not is_retired


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_being_created_is_found(old: Version) -> None:
    """Somebody reads which version is active, its owner activates another one and deletes the file."""
    version, rival = passed(old), passed(bot_by(author("Hamish"), "Ptarmigan"))

    def create() -> object:
        passed(old.bot.versions.get(number=2))
        return match_between(version, rival)

    _match, refusal = in_order(lambda: advisory_lock(FILES_LOCK, is_shared=True), lambda: delete(old), create)
    assert isinstance(refusal, FileNeeded)
    assert content_of(old.public_id) == ZIP


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_deleted_twice_at_once_is_deleted_once(old: Version) -> None:
    first, second = in_order(lambda: advisory_lock(FILES_LOCK), lambda: delete(old), lambda: delete(old))
    assert first == second == old


def test_the_database_refuses_a_version_with_neither_file_nor_deletion_time(old: Version) -> None:
    wrongs: list[dict[str, object]] = [{"files": []}, {"file_deleted_at": timezone.now()}]
    for wrong in wrongs:
        with pytest.raises(IntegrityError, match="version_has_file"), transaction.atomic():
            Version.objects.filter(pk=old.pk).update(**wrong)


def test_its_owner_alone_deletes_it(old: Version) -> None:
    with pytest.raises(NoSuchBot):
        delete_file(account=author("Hamish"), bot=old.bot.public_id, number=1)
    assert content_of(old.public_id) == ZIP


def test_the_owner_deletes_it_on_its_page_and_then_reads_that_it_is_deleted(old: Version, morag: Account) -> None:
    browser, arguments = browser_of(morag), [old.bot.public_id, 1]
    page, form, file = (reverse(f"bots:{name}", args=arguments) for name in ("version", "delete-file", "source"))
    assert form in browser.get(page).content.decode()
    asked = browser.get(form).content.decode()
    assert "<form" in asked
    assert "To restore the file, upload it again" in asked
    after = browser.post(form, follow=True).content.decode()
    assert form not in after
    assert file not in after
    assert reverse("bots:activate", args=arguments) not in after
    assert browser.get(file).status_code == 410
    assert browser.get(form).status_code == 410
    assert "file deleted" in browser.get(reverse("bots:bot", args=[old.bot.public_id])).content.decode()


def test_a_program_deletes_it_and_repeats_that_without_harm(old: Version, morag: Account) -> None:
    secret = make_token(account=morag, name="Laptop", scopes=["bots:write"], expires=None)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    version = f"/api/v1/bots/{old.bot.public_id}/versions/"
    assert program.post(f"{version}2/delete-file/").json()["code"] == "file-needed"
    first, again = (program.post(f"{version}1/delete-file/") for _twice in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert program.get(f"{version}1/").json()["file_deleted_at"] == first.json()["file_deleted_at"] is not None


def test_the_export_says_that_it_is_deleted_and_has_no_address(old: Version, morag: Account) -> None:
    delete(old)
    chapter, newer = export_bots([morag.player])
    assert (chapter["zip"], chapter["sha256"], bool(chapter["file deleted"])) == ("", old.digest, True)
    assert newer["file deleted"] is None
