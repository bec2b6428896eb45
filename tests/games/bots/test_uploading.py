"""Uploads: allowed files and people, confirmed addresses, states of versions, reasons of a pause. No program runs."""

import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone, translation
from pytest_django import Settings

from games.bots import services, versions
from games.bots.errors import (
    GamesRefused,
    NameRefused,
    NoSuchBot,
    NotConfirmed,
    NotNow,
    SourceRefused,
    TooManyBots,
    TooManyUploads,
)
from games.bots.jobs import TERMS
from games.bots.models import Recheck, Trial, UploadedBot, Version
from games.bots.services import (
    auto_pause_bot,
    clean_bot_name,
    forget_bots_of,
    pause_bot,
    rename_bot,
    resume_bot,
    retire_bot,
)
from games.bots.uploads import LARGEST_SOURCE
from games.bots.version_checks import claim_version, recheck_version
from games.bots.versions import activate_version
from games.matches.models import SeatReport
from league.accounts.errors import DemoAccountRefused
from league.accounts.models import Account, Message
from league.accounts.services.players import make_demo_account
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import eligible_players
from league.tournaments.services.creation import make_tournament
from tests.engine.sandbox.programs import WANDERING, deciding
from tests.factories import account_of, browser_of
from tests.games.bots.factories import GAME, another, author, bot_by, finish_bare, match_of, passed, undecided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

OTHER = deciding("pass")


def test_a_new_bot_is_a_player_of_its_owner_and_waits_to_be_checked(morag: Account) -> None:
    version = bot_by(morag)
    assert (version.number, version.verdict, version.active) == (1, "waiting", False)
    assert (version.bot.player.name, version.bot.player.owner, version.bot.player.kind) == ("Grouse", morag, "bot")


@pytest.mark.parametrize(
    "source", [b"", b" \n\t", b"x = 1\0", b"\xff\xfe\x00x", b"PK\x03\x04" + bytes(20), b"#" * (LARGEST_SOURCE + 1)]
)
def test_what_is_no_text_is_refused_and_nothing_is_kept(morag: Account, source: bytes) -> None:
    with pytest.raises(SourceRefused, match="file"):
        bot_by(morag, source=source)
    assert not UploadedBot.objects.exists()


@pytest.mark.parametrize("games", [(), ("chess",), ("kings-kilt", "chess")])
def test_a_bot_plays_games_of_the_house(morag: Account, games: tuple[str, ...]) -> None:
    with pytest.raises(GamesRefused):
        bot_by(morag, games=games)


@pytest.mark.parametrize(
    "name",
    [
        *("ab", "x" * 41, "...", "a\u202eb c", "Grouse<b>", "Gr\u043euse", "wanderer", "LOOKOUT  5", "Look-out 5"),
        *("L00kout 25", "Lookout 26", "Iookout", "Stéward", "Wandere\u0433", "Wan\u0323derer"),
        *("\u0303grouse", "1\u0303grouse", "g" + "\u0303" * 5 + "rouse", "grouse\u20dd"),  # marks in wrong places
        *("gro\u034fuse", "grouse\ufe0f", "\u1160" * 3),  # invisible
        *("grouse\u093e", "かな한글", "漢字cat", "ㄅㄆかな"),  # scripts that no language mixes
    ],
)
def test_a_name_that_cannot_be_told_apart_is_refused(morag: Account, name: str) -> None:
    with pytest.raises(NameRefused):
        bot_by(morag, name)


@pytest.mark.parametrize("name", ["Grouse", "grouse", "Ｇｒｏｕｓｅ", "Grou-se", " GROUSE ", "Gr0use", "Gro\u0323use"])  # noqa: RUF001 - the look-alike is the point
def test_a_name_is_taken_in_all_letters_that_look_alike(morag: Account, name: str) -> None:
    bot_by(morag)
    with pytest.raises(NameRefused, match="Another bot has this name"):
        bot_by(author("Hamish"), name)


@pytest.mark.parametrize(
    "name",
    [
        *("हिन्दी", "தமிழ்", "g\u0303uarani", "ភាសាខ្មែរ", "שָׁלוֹם"),
        *("漢字かな", "らーめん", "ラーメン 佐々木", "漢字한글", "漢字ㄅㄆ"),
    ],
)
def test_names_have_the_marks_and_scripts_of_their_language(name: str) -> None:
    assert clean_bot_name(name) == unicodedata.normalize("NFKC", name)


def test_nobody_uploads_without_a_confirmed_address_or_for_the_demo(settings: Settings) -> None:
    settings.UPLOADS_NEED_CONFIRMED_ADDRESS = True
    with pytest.raises(NotConfirmed, match="Confirm your e-mail address first"):
        bot_by(account_of("Hamish"))
    with pytest.raises(DemoAccountRefused):
        bot_by(make_demo_account(role="player", name="Somebody"))


def test_an_account_has_so_many_bots_and_sends_so_many_files_a_day(morag: Account) -> None:
    first = bot_by(morag, "Bot number 0")
    for number in range(1, services.MOST_BOTS):
        bot_by(morag, f"Bot number {number}")
    with pytest.raises(TooManyBots, match="10 bots"):
        bot_by(morag, "One too many")
    for number in range(versions.MOST_UPLOADS - services.MOST_BOTS):
        another(first, deciding(f"x = {number}"))
    with pytest.raises(TooManyUploads, match="all 20 uploads"):
        another(first, OTHER)
    assert another(first, WANDERING) == first  # what is known costs nothing


def test_its_owner_has_an_undecided_version_checked_again_once_however_often_they_ask(morag: Account) -> None:
    version = undecided(bot_by(morag))
    for _ in range(2):
        asked = recheck_version(account=morag, bot=version.bot.public_id, number=1)
        assert (asked.verdict, asked.reason) == ("waiting", "")
    assert Recheck.objects.get().version == version
    assert claim_version(version_id=version.pk, terms=TERMS) is not None


def test_a_version_with_a_verdict_and_a_strangers_are_not_checked_again(morag: Account) -> None:
    version = passed(bot_by(morag))
    with pytest.raises(NotNow, match="has been checked"):
        recheck_version(account=morag, bot=version.bot.public_id, number=1)
    undecided(version)
    with pytest.raises(NoSuchBot):
        recheck_version(account=author("Senga"), bot=version.bot.public_id, number=1)
    with pytest.raises(NoSuchBot, match="no version with this number"):
        recheck_version(account=morag, bot=version.bot.public_id, number=2)
    assert not Recheck.objects.exists()


def test_to_ask_for_a_check_counts_as_an_upload_of_the_day(morag: Account) -> None:
    version = bot_by(morag)
    for _ in range(versions.MOST_UPLOADS - 1):
        recheck_version(account=morag, bot=undecided(version).bot.public_id, number=1)
    with pytest.raises(TooManyUploads, match="repeated checks"):
        recheck_version(account=morag, bot=undecided(version).bot.public_id, number=1)
    with pytest.raises(TooManyUploads):
        another(version, OTHER)
    Recheck.objects.update(asked_at=timezone.now() - timedelta(days=1))
    assert another(version, OTHER).number == 2


def test_the_same_source_is_no_new_version_and_plays_again(morag: Account) -> None:
    first = passed(bot_by(morag))
    second = passed(another(first, OTHER))
    assert (second.number, second.active) == (2, True)
    assert another(first, WANDERING) == first
    assert list(Version.objects.filter(active=True)) == [first]


def test_other_games_are_another_version(morag: Account) -> None:
    first = bot_by(morag)
    assert another(first, WANDERING, games=("kings-kilt", "lords-of-scotland")).number == 2


def test_only_what_has_passed_can_be_made_to_play(morag: Account) -> None:
    first = passed(bot_by(morag))
    second = another(first, OTHER)
    with pytest.raises(NotNow, match="passed its check"):
        activate_version(account=morag, bot=first.bot.public_id, number=second.number)
    with pytest.raises(NoSuchBot):
        activate_version(account=morag, bot=first.bot.public_id, number=7)
    with pytest.raises(NoSuchBot):
        activate_version(account=author("Hamish"), bot=first.bot.public_id, number=1)


def test_a_bot_is_renamed_within_the_rules(morag: Account) -> None:
    bot, other = bot_by(morag).bot, bot_by(morag, "Ptarmigan").bot
    assert rename_bot(account=morag, bot=bot.public_id, name="GROUSE").player.name == "GROUSE"
    with pytest.raises(NameRefused):
        rename_bot(account=morag, bot=bot.public_id, name="ptar-migan")
    other.player.refresh_from_db()
    assert other.player.name == "Ptarmigan"


def test_a_bot_is_offered_for_the_games_that_its_active_version_plays(morag: Account) -> None:
    club = found_club(name="Glen Orchy Games")
    version = bot_by(morag)
    player, bot = version.bot.player, version.bot.public_id
    admit(club=club, player=player)

    def offered(game: str = "kings-kilt") -> bool:
        event: Tournament = make_tournament(
            club=club,
            name=f"Cup {Tournament.objects.count()}",
            game=game,
            format="round-robin",
            venue="machine",
            by=None,
        )
        return player in eligible_players(event)

    assert not offered()  # before it has passed
    passed(version)
    assert offered()
    assert not offered("lords-of-scotland")
    pause_bot(account=morag, bot=bot)
    assert not offered()
    resume_bot(account=morag, bot=bot)
    assert offered()
    retire_bot(account=morag, bot=bot)
    assert not offered()
    with pytest.raises(NotNow, match="retired"):
        resume_bot(account=morag, bot=bot)


def test_whoever_leaves_takes_the_sources_along(morag: Account) -> None:
    first = passed(bot_by(morag))
    claim = claim_version(version_id=another(first, OTHER).pk, terms=TERMS)
    assert claim is not None
    match_of(first, log="my secret plan")
    forget_bots_of(account=morag)
    finish_bare(claim)  # a worker was at it
    assert SeatReport.objects.get().log == ""
    assert set(Version.objects.values_list("source", "log")) == {("", "")}
    assert not Trial.objects.exists()
    assert bot_by(author("Hamish"), "Ptarmigan").number == 1
    with pytest.raises(NotNow):
        another(first, WANDERING)


@pytest.mark.django_db(transaction=True)
def test_two_uploads_at_once_give_two_numbers(morag: Account) -> None:
    first = bot_by(morag)

    def send(number: int) -> int:
        try:
            return another(first, deciding(f"x = {number}")).number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(send, range(4))) == [2, 3, 4, 5]


PAGE = "/bots/new/"
RESEND = 'name="resend"'


@pytest.fixture
def unconfirmed(settings: Settings) -> Account:
    """Somebody whose address is not confirmed, on a site that asks for it."""
    settings.EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
    settings.UPLOADS_NEED_CONFIRMED_ADDRESS = True
    return account_of("Morag")


@pytest.fixture
def browser(unconfirmed: Account) -> Client:
    return browser_of(unconfirmed)


@pytest.mark.parametrize("page", [PAGE, "/bots/remote/new/"])
def test_the_form_says_so_before_it_is_filled_in(browser: Client, unconfirmed: Account, page: str) -> None:
    assert RESEND in browser.get(page).content.decode()
    unconfirmed.email_confirmed_at = unconfirmed.created_at
    unconfirmed.save()
    assert RESEND not in browser.get(page).content.decode()


@pytest.mark.parametrize("button", [{}, {"resend": "1"}])
def test_what_was_typed_or_chosen_is_kept(browser: Client, button: dict[str, str]) -> None:
    file = SimpleUploadedFile("grouse.py", WANDERING)
    sent = browser.post(PAGE, {"name": "Grouse", "games": [GAME], "file": file, **button})
    page = sent.content.decode()
    assert sent.status_code == 200
    assert RESEND in page
    assert 'value="Grouse"' in page
    assert re.search(rf'value="{GAME}"[^>]* checked', page)
    assert "rng.choice(legal)" in page
    assert Message.objects.count() == len(button)
    assert not UploadedBot.objects.exists()


def test_a_file_is_kept_when_another_field_is_wrong(browser: Client, unconfirmed: Account) -> None:
    unconfirmed.email_confirmed_at = unconfirmed.created_at
    unconfirmed.save()
    sent = browser.post(PAGE, {"name": "", "games": [GAME], "file": SimpleUploadedFile("grouse.py", WANDERING)})
    assert "rng.choice(legal)" in sent.content.decode()
    assert (field_of_file(sent.content.decode()), "grouse.py" in sent.content.decode()) == (set(), True)


@pytest.mark.parametrize(("name", "marked"), [("", {"aria-invalid"}), ("Grouse", {"aria-invalid", "autofocus"})])
def test_a_file_that_the_browser_drops_is_asked_for_again(
    browser: Client, unconfirmed: Account, name: str, marked: set[str]
) -> None:
    unconfirmed.email_confirmed_at = unconfirmed.created_at
    unconfirmed.save()
    file = SimpleUploadedFile("grouse.zip", b"PK\x03\x04\x00 not a zip \xff")
    page = browser.post(PAGE, {"name": name, "games": [GAME], "file": file}).content.decode()
    assert field_of_file(page) == marked
    assert 'id="id_file_error"' in page
    assert name or "grouse.zip" in page


def field_of_file(page: str) -> set[str]:
    """Return what the field of the file says about itself."""
    field = re.findall(r'<input type="file"[^>]*>', page)[0]
    return {mark for mark in ("aria-invalid", "autofocus") if mark in field}


def test_a_site_without_a_mail_server_asks_for_no_confirmed_address() -> None:
    browser = browser_of(account_of("Hamish"))  # the settings of the tests: no mail server
    assert RESEND not in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"name": "Grouse", "games": [GAME], "source": WANDERING.decode()})
    assert UploadedBot.objects.get().player.name == "Grouse"


OF_THE_GAME = {
    "en": "It failed in 3 matches in a row: King's Kilt, tables of 2. "
    "Read the log of the last match, upload a corrected version, then resume the bot.",
    "pt-br": "Ele falhou em 3 partidas seguidas: King",
}


def test_whoever_reads_why_is_told_in_their_own_language() -> None:
    morag = author()
    morag.language = "pt-br"
    morag.save()
    bot = bot_by(morag).bot
    auto_pause_bot(player_id=bot.player_id, faults=3, game="kings-kilt", seats=2)
    bot.refresh_from_db()
    assert bot.paused_because == OF_THE_GAME["en"]
    with translation.override("pt-br"):
        assert bot.paused_because.startswith(OF_THE_GAME["pt-br"])
