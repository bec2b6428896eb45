"""The reason why a bot is paused is stored as a code, and shown in the reader's language."""

import pytest
from django.utils import translation

from games.bots.services import auto_pause_bot
from tests.games.bots.uploads import author, bot_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

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
