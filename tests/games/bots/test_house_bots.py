"""A site without the demo has the built-in bots too, and each once."""

from io import StringIO

import pytest
from django.core.management import call_command

from engine.core.registry import builtin_bots
from league.accounts.models import Player
from league.clubs.models import Club

pytestmark = pytest.mark.django_db


def test_the_command_makes_each_bot_once_and_no_club() -> None:
    said = StringIO()
    call_command("builtin_bots", stdout=said)
    call_command("builtin_bots", stdout=said)
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(bot.name for bot in builtin_bots())
    assert all(bot.name in said.getvalue() for bot in builtin_bots())
    assert not Club.objects.exists()
