"""The registry finds the modules in the folders of games and bots."""

import pytest

from engine.core import registry
from engine.core.errors import UnknownBot, UnknownGame


def test_it_finds_games_and_bots_by_their_slugs() -> None:
    assert registry.game("lords-of-scotland").name == "Lords of Scotland"
    assert registry.bot("wanderer") in registry.bots_for("lords-of-scotland")
    assert all(slug == game.slug for slug, game in registry.games().items())
    assert all(slug == bot.slug for slug, bot in registry.bots().items())


def test_an_unknown_name_is_refused_with_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(UnknownGame, match=r"^There is no game called lords\. Choose from: .*lords-of-scotland"):
        registry.game("lords")
    with pytest.raises(UnknownBot, match=r"Did you mean wanderer\?$") as caught:
        registry.bot("wandrer")
    assert caught.value.facts["bot"] == "wandrer"
