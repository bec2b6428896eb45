"""`schema`: what a seat sees of a game and what it may answer, as a JSON schema for programs in any language."""

from __future__ import annotations

import argparse
import json

from engine.cli.answer import Answer
from engine.core import registry

NAME = "schema"
HELP = "print the JSON schema of the view and the moves of a game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    parser.add_argument("game", metavar="GAME", help="game, such as kings-kilt")


def run(given: argparse.Namespace) -> Answer:
    """The schema. Raises EngineError."""
    schema = registry.game(given.game).view_schema()
    return Answer(json.dumps(schema, indent=2, ensure_ascii=False), schema)
