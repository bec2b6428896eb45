"""The rules of a game as the house plays them: its page of `docs/rules`."""

from pathlib import Path
from typing import Final

from engine.core.game import Game
from league.shared.guides import DOCS, ENGLISH, Guide, rendered_file

FOLDER: Final = DOCS / "rules"


def rules_of(game: Game, folder: Path = FOLDER, language: str = ENGLISH) -> Guide | None:
    """The rules of a game of the house, rendered once for every state of the file; None while nobody has written any.

    In `language` where there is a page in it (`<slug>.<language>.md`), else in English; its anchors are those of the
    English one, so that links hold in every language. The game is one that the registry knows, so that no slug from an
    address names a file.
    """
    path = folder / f"{game.slug}.md"
    if not path.exists():
        return None
    translated = folder / f"{game.slug}.{language}.md"
    if language == ENGLISH or not translated.exists():
        return rendered_file(path)
    return rendered_file(translated, language, path)
