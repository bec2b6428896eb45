"""Games that only tests play, found by the registry like those of `engine/games`.

Tests that run for every game run for them too, except in sandboxes and other processes, which know `shipped_games`
alone. To write their golden files again:

    python -c "import tests.example_games; from engine.golden import main; main(['whin'])"
"""

from collections.abc import Mapping
from pathlib import Path

import engine.games
from engine.core import registry
from engine.core.game import Game

HERE = Path(__file__).parent
engine.games.__path__.append(str(HERE))


def shipped_games() -> Mapping[str, Game]:
    """Return the games of `engine/games` by slug."""
    return {slug: game for slug, game in registry.games().items() if registry.folder(slug).parent != HERE}


def translated_games() -> list[Game]:
    """Return the games that have Portuguese rules; of the others every text is shown in English."""
    return [game for slug, game in registry.games().items() if (registry.folder(slug) / "rules.pt-br.md").exists()]
