"""Golden playthroughs: one match of each number of seats as readable text, every event with what it changed.

The text shows each seat's legal moves and what a spectator and the seat to move see anew. A change of rules
shows as a difference that a person can read. After reading it, write the golden files anew:

    python -m engine.playthrough lords-of-scotland tests/engine/golden
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count, groupby
from pathlib import Path
from random import Random

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, Json, OptionValue, State
from engine.perft import golden_counts, options_in_words, seed_secret, variants

GOLDEN_SEED = 11
EVENTS = 150  # of each playthrough; a match is longer, its rules are not


def playthrough(game: Game, seats: int, options: dict[str, OptionValue], seed: int = GOLDEN_SEED) -> str:
    """A match of random moves as text, to its end or for as many events as a reader has patience for."""
    return "\n".join(_lines(game, seats, options, seed)) + "\n"


def golden_texts(game: Game) -> dict[str, str]:
    """The golden files of a game by name: its perft counts and a playthrough for every number of seats."""
    texts = {f"{game.slug}.perft.txt": golden_counts(game)}
    for seats in range(game.min_seats, game.max_seats + 1):
        choice = variants(game)
        options = choice[(seats - game.min_seats) % len(choice)]
        texts[f"{game.slug}.{seats}.playthrough.txt"] = playthrough(game, seats, options)
    return texts


def write_golden(game: Game, folder: Path) -> list[Path]:
    """Writes the golden files of a game anew; read the differences before you keep them."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = golden_texts(game)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def _lines(game: Game, seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[str]:
    yield f"# {game.name}, {seats} seats, {options_in_words(options)}, seed {seed}"
    state = game.start(seats, options)
    dealer, rng = Dealer(seed_secret(seed)), Random(seed)
    shown: dict[str, Json] = {}
    number = 0
    while state.turn is not None and number < EVENTS:
        number += 1
        yield ""
        if state.turn == CHANCE:
            event = dealer.deal(state)
            yield f"{number}. chance, one of {sum(copies for _, copies in state.chance_outcomes())}"
        else:
            event = rng.choice(state.legal_moves())
            yield f"{number}. seat {state.turn + 1}"
            yield from _sight(game, state)
        yield f"  {_written(event)}  {game.describe_event(state, event)}"
        state.apply(event)
        facts = game.view_to_json(state.view(None))
        yield from (f"    {name}: {_compact(value)}" for name, value in facts.items() if shown.get(name) != value)
        shown = facts
    yield ""
    yield f"outcome: {state.outcome}"


def _sight(game: Game, state: State) -> Iterator[str]:
    """What the seat to move knows beyond a spectator, and what it may do."""
    public = game.view_to_json(state.view(None))
    own = game.view_to_json(state.view(state.turn))
    yield from (f"  sees {name}: {_compact(value)}" for name, value in own.items() if public[name] != value)
    yield f"  may {' '.join(_written(move) for move in state.legal_moves())}"


def _written(event: Event) -> str:
    return ",".join(map(str, event))


def _compact(value: Json) -> str:
    """JSON without spaces, but for runs of numbers such as 3-17."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{name}:{_compact(part)}" for name, part in value.items()) + "}"
    if not isinstance(value, list):
        return json.dumps(value)
    if not all(type(part) is int for part in value):
        return "[" + ",".join(map(_compact, value)) + "]"
    runs = [list(run) for _, run in groupby(value, key=_steady())]
    return "[" + ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs) + "]"


def _steady() -> Callable[[int], int]:
    """A key that stays the same while numbers follow each other by one."""
    place = count()
    return lambda number: number - next(place)


def main(arguments: list[str]) -> int:
    """Writes the golden files of a game into a folder."""
    try:
        game = registry.game(arguments[0])
        paths = write_golden(game, Path(arguments[1]))
    except IndexError:
        sys.stderr.write("Say which game and which folder: python -m engine.playthrough GAME FOLDER\n")
        return 2
    except EngineError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    for path in paths:
        sys.stdout.write(f"Wrote {path}. Read what changed before you keep it.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
