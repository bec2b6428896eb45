"""Golden files: counts of move sequences (perft) and playthroughs as text, which change when any rule does.

A playthrough is one match for each number of seats: each event, the legal moves, and what changed for a spectator
and for the seat to move. To write the files in the folder of the game again, after reading the differences:

    python -m engine.golden lords-of-scotland
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from random import Random

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, Json, State
from engine.core.match import seed_secret
from engine.core.options import OptionValue

PERFT_SEED = 7
PERFT_DEPTHS = (1, 2, 3, 4)
PERFT_STARTS = (0, 21, 55)  # decisions at random before the counting begins
PLAYTHROUGH_SEED = 11
EVENTS = 150  # of each playthrough; a match is longer, its rules are not


def perft(game: Game, seats: int, depth: int, seed: int, options: Mapping[str, OptionValue] | None = None) -> int:
    """Return the number of sequences of `depth` decisions, shorter ones that end the game included.

    A dealer decides chance from the seed. Raise SeatsError or OptionError.
    """
    return count(game.start(seats, options), depth, Dealer(seed_secret(seed)))


def count(state: State, depth: int, dealer: Dealer) -> int:
    """Return the number of sequences from `state`, which is moved to its next decision."""
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    if depth == 0 or state.turn is None:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.advance(move)
        total += count(after, depth - 1, dealer)
    return total


def golden_counts(game: Game) -> str:
    """Return the perft file: every number of seats, the variants of options, early and late positions."""
    lines = [f"# {game.name}: sequences of 1, 2, 3 and 4 decisions, seed {PERFT_SEED}"]
    for seats in range(game.min_seats, game.max_seats + 1):
        for options in variants(game):
            for after in PERFT_STARTS:
                counts = " ".join(str(count) for count in _counts_after(game, seats, options, after))
                lines.append(f"{seats} seats, {options_in_words(options)}, after {after} decisions: {counts}")
    return "\n".join(lines) + "\n"


def variants(game: Game) -> list[dict[str, OptionValue]]:
    """Return the default options, and then all flags turned round, with every other choice in one of the variants."""
    flags: dict[str, OptionValue] = {
        option.name: not option.default for option in game.options if option.kind == "flag"
    }
    others = {
        option.name: [choice for choice in option.choices if choice != option.default]
        for option in game.options
        if option.kind == "choice"
    }
    turned = max([len(choices) for choices in others.values()], default=1 if flags else 0)
    return [
        {},
        *(flags | {name: choices[at % len(choices)] for name, choices in others.items()} for at in range(turned)),
    ]


def options_in_words(options: Mapping[str, OptionValue]) -> str:
    """Return such as `bruce on, activation strict`."""
    words = {True: "on", False: "off"}
    listed = ", ".join(
        f"{name} {words[value] if isinstance(value, bool) else value}" for name, value in options.items()
    )
    return listed or "usual options"


def _counts_after(game: Game, seats: int, options: Mapping[str, OptionValue], decisions: int) -> list[int]:
    state, dealer, rng = game.start(seats, options), Dealer(seed_secret(PERFT_SEED)), Random(PERFT_SEED)
    while state.turn is not None and decisions:
        decisions -= state.turn != CHANCE
        state.advance(dealer.deal(state) if state.turn == CHANCE else rng.choice(state.legal_moves()))
    return [count(state.copy(), depth, dealer) for depth in PERFT_DEPTHS]


def playthrough(game: Game, seats: int, options: dict[str, OptionValue], seed: int = PLAYTHROUGH_SEED) -> str:
    """Return a match of random moves as text, to its end or for `EVENTS` events."""
    return "\n".join(_lines(game, seats, options, seed)) + "\n"


def golden_texts(game: Game) -> dict[str, str]:
    """Return the golden files of a game by name: its perft counts and a playthrough for every number of seats."""
    texts = {"perft.txt": golden_counts(game)}
    for seats in range(game.min_seats, game.max_seats + 1):
        choice = variants(game)
        options = choice[(seats - game.min_seats) % len(choice)]
        texts[f"{seats}.playthrough.txt"] = playthrough(game, seats, options)
    return texts


def golden_folder(game: Game) -> Path:
    """Return where the golden files of a game are."""
    return registry.folder(game.slug) / "golden"


def write_golden(game: Game, folder: Path) -> list[Path]:
    """Write the golden files of a game and return their paths."""
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
            yield from _private_lines(game, state)
        yield f"  {_event_text(event)}  {game.describe_event(state, event)}"
        state.apply(event)
        facts = game.view_to_json(state.view(None))
        yield from (f"    {name}: {_compact(value)}" for name, value in facts.items() if shown.get(name) != value)
        shown = facts
    yield ""
    yield f"outcome: {state.outcome}"


def _private_lines(game: Game, state: State) -> Iterator[str]:
    """Yield what the seat to move sees beyond a spectator, and its legal moves."""
    public = game.view_to_json(state.view(None))
    own = game.view_to_json(state.view(state.turn))
    yield from (f"  sees {name}: {_compact(value)}" for name, value in own.items() if public[name] != value)
    yield f"  may {' '.join(_event_text(move) for move in state.legal_moves())}"


def _event_text(event: Event) -> str:
    return ",".join(map(str, event))


def _compact(value: Json) -> str:
    """Return JSON without spaces, with runs of numbers such as 3-17."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{name}:{_compact(part)}" for name, part in value.items()) + "}"
    if not isinstance(value, list):
        return json.dumps(value)
    if not all(type(part) is int for part in value):
        return "[" + ",".join(map(_compact, value)) + "]"
    runs = [[pair[1] for pair in run] for _, run in groupby(enumerate(value), key=lambda pair: pair[1] - pair[0])]
    return "[" + ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs) + "]"


def main(arguments: list[str]) -> int:
    """Write the golden files of a game, into its own folder if no other is named."""
    try:
        game = registry.game(arguments[0])
        paths = write_golden(game, Path(arguments[1]) if arguments[1:] else golden_folder(game))
    except IndexError:
        sys.stderr.write("Say which game: python -m engine.golden GAME\n")
        return 2
    except EngineError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    for path in paths:
        sys.stdout.write(f"Wrote {path}. Read what changed before you keep it.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
