"""Why a bot is paused is kept as a code, and told in the language of whoever reads."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone, translation

from games.bots.models import RemoteBot, UploadedBot
from games.bots.services import pause_failing
from tests.games.bots.remote.bots import remote_bot
from tests.games.bots.uploads import author, bot_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

MIGRATION = import_module("games.bots.migrations.0009_paused_for")
OF_THE_GAME = {
    "en": "It failed in 3 matches in a row: King's Kilt, tables of 2. "
    "Read the log of the last match, upload a corrected version, then resume the bot.",
    "pt-br": "Ele falhou em 3 partidas seguidas: King",
}
BY_OWNER, FAULTS = (
    "You paused this bot.",
    "It failed in 3 matches in a row.",
)
# the sentences of the release in which they were kept
OLD_BY_OWNER, OLD_BY_OWNER_PT = "Its owner paused it.", "O dono o pausou."
OLD_FAULTS = "It failed in 3 matches, one after the other. Find out why, mend it, and resume it."
OLD_FAULTS_PT = "Falhou em 3 partidas seguidas. Descubra por quê, corrija e retome."


def test_whoever_reads_why_is_told_in_their_own_language() -> None:
    morag = author()
    morag.language = "pt-br"
    morag.save()
    bot = bot_by(morag).bot
    pause_failing(player_id=bot.player_id, faults=3, game="kings-kilt", seats=2)
    bot.refresh_from_db()
    assert bot.paused_because == OF_THE_GAME["en"]
    with translation.override("pt-br"):
        assert bot.paused_because.startswith(OF_THE_GAME["pt-br"])


@pytest.mark.parametrize(
    ("kept", "code", "told", "back"),
    [
        (OLD_BY_OWNER, ("owner", 0), BY_OWNER, OLD_BY_OWNER),
        (OLD_BY_OWNER_PT, ("owner", 0), BY_OWNER, OLD_BY_OWNER),
        (OLD_FAULTS, ("faults", 3), FAULTS, OLD_FAULTS),
        (OLD_FAULTS_PT, ("faults", 3), FAULTS, OLD_FAULTS),
        ("It is too loud.", ("It is too loud.", 0), "It is too loud.", "It is too loud."),
        ("", ("", 0), "", ""),
    ],
)
def test_what_was_kept_as_a_sentence_is_known_again(kept: str, code: tuple[str, int], told: str, back: str) -> None:
    morag = author()
    for bot in (bot_by(morag).bot, remote_bot(morag)):
        bot.paused_for, bot.paused_at = kept, timezone.now()
        bot.save()
    MIGRATION.keep_codes(apps, None)
    uploaded, remote = UploadedBot.objects.get(), RemoteBot.objects.get()
    assert (uploaded.paused_for, uploaded.paused_after) == (remote.paused_for, remote.paused_after) == code
    assert all(bot.paused_because.startswith(told) for bot in (uploaded, remote))
    assert bool(uploaded.paused_because) == bool(remote.paused_because) == bool(told)
    MIGRATION.tell_in_sentences(apps, None)
    assert UploadedBot.objects.get().paused_for == back
