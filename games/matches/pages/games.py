"""What the page of a game says of its options and its bots, in the reader's language."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game, Option
from league.tournaments.selectors.wording import title_of, words_of


class Offered(NamedTuple):
    """An option of a game: what it is called and about, the words of its choices, and of the usual one."""

    title: str
    summary: str
    choices: list[str]
    usual: str


def options_of(game: Game) -> list[Offered]:
    """All options of the game."""
    return [_offered(option) for option in game.options]


def bots_of(game: Game) -> list[tuple[str, str]]:
    """Name and manner of every strategy that plays the game."""
    return [(bot.slug.replace("-", " ").capitalize(), _(bot.summary)) for bot in registry.bots_for(game.slug)]


def _offered(option: Option) -> Offered:
    choices = [words_of(option, choice) for choice in option.choices]
    return Offered(title_of(option), _(option.summary), choices, words_of(option, option.default))
