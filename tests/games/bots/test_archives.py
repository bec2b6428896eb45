"""A zip is uploaded, stored in pieces, checked and played; what a zip may not have is refused when it is uploaded."""

import io
import os
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.cli import main
from engine.sandbox.limits import KB, LARGEST_ARCHIVE, MB
from games.bots import uploads
from games.bots.comparisons.presenters import compare_command
from games.bots.errors import SourceRefused, TooMuchStored
from games.bots.hooks import export_bots
from games.bots.models import ArchivePart, UploadedBot, Version
from games.bots.services import forget_bots_of
from games.bots.test_matches.presenters import play_command, replay_command
from games.bots.uploads import ContentCache, content_of
from games.bots.version_slugs import slug_of
from games.bots.versions import delete_file
from games.matches.models import Match, MatchSeat
from games.matches.worker import run_sandboxed_batch
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from tests.concurrency import in_order
from tests.engine.sandbox.programs import WANDERING, tiers_here, zipped
from tests.factories import browser_of
from tests.games.bots.factories import (
    GAME,
    another,
    author,
    bot_by,
    checked,
    finished_comparison,
    finished_test,
    match_between,
    match_of,
    passed,
)
from tests.games.factories import TERMS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

PLAYS = "from choices import choose\n"
FILES: dict[str, str | bytes] = {"bot.py": PLAYS, "choices.py": WANDERING}
LARGE = zipped({**FILES, "weights.bin": os.urandom(5 * MB // 2)})


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_a_zip_is_checked_in_the_sandbox_and_plays_a_match(morag: Account) -> None:
    version = checked(bot_by(morag, source=LARGE))
    assert (version.verdict, version.active) == ("passed", True), version.log
    other = passed(bot_by(author("Hamish"), "Ptarmigan"))
    match = match_between(version, other)
    assert run_sandboxed_batch([match], terms=TERMS) == 1
    assert Match.objects.get(pk=match).status == "done"
    assert not MatchSeat.objects.filter(match=match).exclude(fault="").exists()


def test_it_is_stored_in_pieces_and_read_whole(morag: Account) -> None:
    version = bot_by(morag, source=LARGE)
    assert [len(part.content) for part in version.parts.order_by("number")] == [MB, MB, len(LARGE) - 2 * MB]
    assert content_of(version.public_id) == LARGE
    assert (version.archive_size, version.source) == (len(LARGE), "")
    assert Version.objects.get(pk=version.pk).files == [
        ["bot.py", len(PLAYS)], ["choices.py", len(WANDERING)], ["weights.bin", 5 * MB // 2],
    ]  # fmt: skip


def test_the_same_zip_is_the_same_version(morag: Account) -> None:
    version = bot_by(morag, source=zipped(FILES))
    assert another(version, zipped(FILES)) == version
    assert another(version, WANDERING).number == 2


def secret_of(account: Account) -> str:
    return make_token(account=account, name="Uploads", scopes=["bots:write"], expires=None)


def _links() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("bot.py", WANDERING)
        link = zipfile.ZipInfo("data")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return made.getvalue()


def _encrypted() -> bytes:
    return zipped(FILES).replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01", 1)


def _bomb() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", WANDERING)
        archive.writestr("data", bytes(64 * MB))
    return made.getvalue()


def _many(count: int) -> bytes:
    return zipped({"bot.py": WANDERING, **{f"data/{number:05}": "" for number in range(count)}})


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no bot": (lambda: zipped({"main.py": WANDERING}), "no bot.py. Put it at the top"),
    "too many": (lambda: _many(256), "257 files and folders; the maximum is 256"),
    "far too many": (lambda: _many(6000), "has more than 256 KB"),
    "a bomb": (_bomb, "the maximum is 64 MB"),
    "encrypted": (_encrypted, "Make the zip without a password"),
    "a link": (_links, "is a link or a device"),
    "a way out": (lambda: zipped({"bot.py": WANDERING, "../x": ""}), "is not that of a file below the top"),
    "a hidden module": (lambda: zipped({"bot.py": WANDERING, "random.py": ""}), "hides the module random"),
    "cut off": (lambda: LARGE[: -64 * KB], "is not a zip"),
    "a start alone": (lambda: b"PK\x03\x04", "is not a zip"),
    "too large": (lambda: b"PK\x03\x04" + bytes(LARGEST_ARCHIVE), "larger than 32 MB"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_zip_that_no_bot_may_have_is_refused_with_what_to_do(morag: Account, case: str) -> None:
    make, words = REFUSED[case]
    with pytest.raises(SourceRefused, match=words):
        bot_by(morag, source=make())
    assert not UploadedBot.objects.exists()
    assert not ArchivePart.objects.exists()


def test_the_zips_of_an_account_have_a_limit_together(morag: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = zipped(FILES), zipped({**FILES, "data": os.urandom(99)})
    monkeypatch.setattr(uploads, "MOST_STORED", len(first) + len(second) - 1)
    version = bot_by(morag, source=first)
    with pytest.raises(TooMuchStored, match="upload a smaller file"):
        another(version, second)
    assert another(version, WANDERING).number == 2
    assert bot_by(author("Hamish"), "Ptarmigan", source=second).number == 1


def test_a_deleted_account_leaves_no_piece(morag: Account) -> None:
    version = bot_by(morag, source=zipped(FILES))
    assert content_of(version.public_id) == zipped(FILES)
    forget_bots_of(account=morag)
    assert not ArchivePart.objects.exists()
    version.refresh_from_db()
    assert (version.archive_size, version.files, content_of(version.public_id)) == (0, [], b"")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_deleted_during_an_upload_leaves_no_piece(morag: Account) -> None:
    version = bot_by(morag, source=zipped(FILES))
    in_order(
        lambda: UploadedBot.objects.select_for_update().get(),
        lambda: forget_bots_of(account=morag),
        lambda: another(version, zipped({**FILES, "data": "x"})),
    )
    assert Version.objects.filter(archive_size=0).count() == 2
    assert not ArchivePart.objects.exists()


def test_the_export_has_the_files_and_the_address_of_a_zip(morag: Account) -> None:
    version = bot_by(morag, source=zipped(FILES))
    (chapter,) = export_bots([morag.player])
    assert (chapter["source"], chapter["sha256"]) == ("", version.digest)
    assert chapter["zip"].endswith(uploads.file_url(version))
    assert [name for name, _size in chapter["files"]] == ["bot.py", "choices.py"]


def test_its_owner_alone_downloads_it_and_sees_its_files(morag: Account) -> None:
    version = bot_by(morag, source=LARGE)
    answer = browser_of(morag).get(uploads.file_url(version))
    assert (answer["Content-Type"], answer.getvalue()) == ("application/zip", LARGE)
    assert 'filename="grouse-1.zip"' in answer["Content-Disposition"]
    assert browser_of(author("Hamish")).get(uploads.file_url(version)).status_code == 404
    assert uploads.file_url(version).endswith("/bot.zip")
    old_address = reverse("bots:source", args=[version.bot.public_id, 1])
    assert browser_of(morag).get(old_address).getvalue() == LARGE
    page = browser_of(morag).get(reverse("bots:version", args=[version.bot.public_id, 1])).content.decode()
    assert "weights.bin" in page
    assert f'href="{uploads.file_url(version)}"' in page


@pytest.fixture
def sent(browser: Client) -> Callable[[bytes], str]:
    def send(content: bytes) -> str:
        file = SimpleUploadedFile("grouse.zip", content)
        answer = browser.post(reverse("bots:new"), {"name": "Grouse", "games": [GAME], "file": file}, follow=True)
        return answer.content.decode()

    return send


def test_a_zip_is_uploaded_by_the_form(sent: Callable[[bytes], str]) -> None:
    sent(LARGE)
    assert Version.objects.get().archive_size == len(LARGE)


def test_a_refused_zip_leaves_the_form_as_it_was_filled_in(sent: Callable[[bytes], str]) -> None:
    page = sent(zipped({"main.py": WANDERING}))
    assert "no bot.py" in page
    assert 'value="Grouse"' in page
    assert not Version.objects.exists()


@pytest.fixture
def post(morag: Account) -> Callable[..., tuple[int, dict[str, Any]]]:
    program = Client(headers={"Authorization": f"Bearer {secret_of(morag)}"})

    def send(address: str, content: bytes, *, key: str = "", **fields: object) -> tuple[int, dict[str, Any]]:
        headers = {"Idempotency-Key": key} if key else {}
        file = SimpleUploadedFile("grouse.zip", content)
        answer = program.post(address, {"games": [GAME], **fields, "file": file}, headers=headers)
        return answer.status_code, answer.json()

    return send


def test_a_program_uploads_a_zip_as_a_file(post: Callable[..., tuple[int, dict[str, Any]]]) -> None:
    status, told = post("/api/v1/bots/", LARGE, name="Grouse")
    assert (status, told["number"], told["digest"]) == (201, 1, sha256(LARGE).hexdigest())
    address = f"/api/v1/bots/{UploadedBot.objects.get().public_id}/versions/"
    assert post(address, WANDERING)[1]["number"] == 2
    assert Version.objects.get(number=2).source == WANDERING.decode()
    status, told = post(address, zipped({"main.py": WANDERING}))
    assert (status, told["code"], [*told["errors"]]) == (400, "source-refused", ["file"])
    status, told = post(address, LARGE, colour="red")
    assert (status, told["code"]) == (400, "invalid")


def test_a_key_repeats_an_upload_of_more_than_other_bodies_have(
    post: Callable[..., tuple[int, dict[str, Any]]],
) -> None:
    large = zipped({**FILES, "weights.bin": os.urandom(7 * MB)})
    first, again = (post("/api/v1/bots/", large, key="one", name="Grouse") for _ in range(2))
    assert first == again
    assert first[0] == 201
    assert post("/api/v1/bots/", LARGE, key="one", name="Grouse")[1]["code"] == "key-reused"
    assert Version.objects.count() == 1


def test_other_addresses_take_no_files(post: Callable[..., tuple[int, dict[str, Any]]], morag: Account) -> None:
    version = bot_by(morag)
    status, told = post(f"/api/v1/bots/{version.bot.public_id}/tests/", b"x")
    assert (status, "multipart/form-data" in told["detail"]) == (415, False)


def test_an_address_for_files_names_both_types_that_it_accepts(morag: Account) -> None:
    program = Client(headers={"Authorization": f"Bearer {secret_of(morag)}"})
    answer = program.generic("POST", "/api/v1/bots/", b"x", content_type="application/zip")
    assert answer.status_code == 415
    assert all(kind in answer.json()["detail"] for kind in ("application/json", "multipart/form-data"))


@pytest.mark.slow
def test_pages_and_commands_name_a_zip_and_the_commands_play_it(
    morag: Account, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zip_version = passed(bot_by(morag, source=zipped(FILES)))
    file_version = passed(another(zip_version, WANDERING))
    bot_test = finished_test(zip_version, "version:2")
    comparison = finished_comparison(file_version, "version:1")
    test_match = bot_test.bot_test_matches.earliest("rotation")
    commands = [play_command(bot_test), replay_command(test_match), compare_command(comparison)]
    pages = [
        reverse("bots:test", args=[zip_version.bot.public_id, bot_test.public_id]),
        reverse("bots:test-match", args=[zip_version.bot.public_id, bot_test.public_id, 1]),
        comparison.get_absolute_url(),
    ]
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.zip").write_bytes(zipped(FILES))
    Path("grouse-2.py").write_bytes(WANDERING)
    Path(f"test-{bot_test.public_id}-1.txt").write_text(test_match.record)
    for command, page in zip(commands, pages, strict=True):
        assert command in browser_of(morag).get(page).content.decode()
        assert main(command.removeprefix("moothill-engine ").split()) == 0, command


@pytest.mark.slow
def test_the_report_of_a_match_names_a_zip_until_it_is_deleted(morag: Account) -> None:
    version = passed(bot_by(morag, source=zipped(FILES)))
    match = match_of(version)
    MatchSeat.objects.filter(match=match, seat=0).update(bot=slug_of(version.public_id))
    passed(another(version, WANDERING))
    browser = browser_of(morag)
    page = reverse("bots:report", args=[version.bot.public_id, match.public_id])
    assert all(
        part in browser.get(page).content.decode() for part in ("--bot ./grouse-1.zip", uploads.file_url(version))
    )
    delete_file(account=morag, bot=version.bot.public_id, number=1)
    assert uploads.file_url(version) not in browser.get(page).content.decode()


def test_the_cache_holds_what_was_used_last() -> None:
    cache = ContentCache(10)
    for digest in "abc":
        cache.add(digest, digest.encode() * 4)
        cache.get("a")
    assert [cache.get(digest) for digest in "abc"] == [b"aaaa", None, b"cccc"]
    cache.add("d", b"d" * 11)
    assert cache.get("d") is None


def test_a_worker_caches_by_the_hash(morag: Account) -> None:
    version = bot_by(morag, source=zipped(FILES))
    content_of(version.public_id)
    assert uploads._cache.get(version.digest) == zipped(FILES)
