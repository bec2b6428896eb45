"""Games that only tests play, found by the registry like those of `engine/games`.

Tests that run for every game run for them too. To write their golden files again:

    python -c "import tests.example_games; from engine.golden import main; main(['whin'])"
"""

from pathlib import Path

import engine.games

engine.games.__path__.append(str(Path(__file__).parent))
