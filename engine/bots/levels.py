"""The five levels for people: a strategy for each game, with a share of random moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import Event


class Setting(NamedTuple):
    """How a level plays one game: the strategy, its playouts (0: it does not search), the share of random moves."""

    strategy: str
    playouts: int = 0
    random_share: float = 0.0


class Level:
    """A level of play. It uses its own playouts, not those of the budget."""

    version = 1

    def __init__(self, slug: str, summary: str, settings: Mapping[str, Setting]) -> None:
        self.slug = slug
        self.summary = summary
        self.settings = settings
        self.games = tuple(sorted(settings))

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return a random legal move with the chance of the level, else the move of its strategy."""
        strategy, playouts, random_share = self.settings[view.game]
        if random_share and rng.random() < random_share:
            return rng.choice(legal)
        own = Budget(playouts=playouts or None, milliseconds=budget.milliseconds)
        return registry.bot(strategy).choose(view, legal, own, rng)


def _level(slug: str, summary: str, highland_clans: Setting, kings_kilt: Setting, lords: Setting) -> Level:
    settings = {"highland-clans": highland_clans, "kings-kilt": kings_kilt, "lords-of-scotland": lords}
    return Level(slug, summary, settings)


LEVELS: Final = (
    _level(
        "beginner",
        "Makes most moves at random.",
        Setting("reiver", random_share=0.9),
        Setting("courtier", random_share=0.75),
        Setting("steward", random_share=0.55),
    ),
    _level(
        "casual",
        "Plays by simple rules, but makes some moves at random.",
        Setting("reiver", random_share=0.68),
        Setting("courtier", random_share=0.5),
        Setting("steward", random_share=0.25),
    ),
    _level(
        "intermediate",
        "Plays by simple rules; in some games some moves are random.",
        Setting("reiver", random_share=0.45),
        Setting("courtier", random_share=0.3),
        Setting("steward"),
    ),
    _level(
        "advanced",
        "Plays by simple rules with few random moves, or looks ahead.",
        Setting("reiver", random_share=0.2),
        Setting("courtier", random_share=0.1),
        Setting("lookout", playouts=50),
    ),
    _level(
        "expert",
        "Looks far ahead.",
        Setting("lookout", playouts=100),
        Setting("lookout", playouts=100),
        Setting("lookout", playouts=200),
    ),
)
