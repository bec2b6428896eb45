"""The export of own data lists a person's own remote bots, and nobody else's."""

import pytest

from games.bots.hooks import export_remote_bots
from league.accounts.models import Player
from tests.games.bots.remote.bots import remote_bot
from tests.games.bots.uploads import author


@pytest.mark.django_db
def test_owners_are_told_of_their_own_remote_bots() -> None:
    bot = remote_bot(author("Morag"))
    remote_bot(author("Senga"), "Whaup")
    players = list(Player.objects.filter(account=bot.player.owner))
    assert [told["bot"] for told in export_remote_bots(players)] == ["Curlew"]
