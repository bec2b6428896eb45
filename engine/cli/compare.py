"""The command `compare`: which of two bots is stronger, on the same deals from all seats, with a test that can stop."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from itertools import chain
from math import exp
from pathlib import Path
from shutil import which
from statistics import fmean
from typing import Any, Final

from engine.cli.bot_files import safest_start
from engine.cli.command_bot import arguments_of
from engine.cli.common import Answer, Command, add_game_arguments, options_of, processors, table, whole_number
from engine.cli.play import GameJob, play_job
from engine.cli.results import places_of
from engine.cli.seats import Seat, read_seats
from engine.core import registry
from engine.core.comparison import LEAST_BLOCKS, BlockScores, Estimate, Sprt, game_score, seat_scores, seatings
from engine.core.errors import OptionError
from engine.core.game import Game
from engine.core.options import OptionValue
from engine.core.text import quantity
from engine.sandbox.child import Start
from engine.sandbox.limits import is_archive

TWO_NOTE: Final = "Score of each bot by its seat (a tie counts half):"
ALONE_NOTE: Final = (
    "Score of each bot by its seat, alone against copies of the other "
    "(percentage of opponents that it finished ahead of; a tie counts half):"
)


@dataclass(frozen=True, slots=True)
class Block:
    """One deal from all seats: by game, in the order of `seatings`, the score of the first bot and its failed bots."""

    deal: int
    scores: tuple[float, ...]
    failures: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What is compared, and how."""

    game: str
    bots: tuple[Seat, Seat]
    players: int
    options: dict[str, OptionValue]
    playouts: int | None
    start: Start | None  # of bot files; None without any

    @property
    def fingerprint(self) -> str:
        """A hash of all that decides the games, the content of bot files too; deals can be added to equal ones."""
        sources = [_contents(bot) for bot in self.bots]
        facts = [self.game, registry.game(self.game).rules_version, sources, self.players, self.options, self.playouts]
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _contents(bot: Seat) -> list[str]:
    """Return what decides the moves of a bot: its files, or its name and version."""
    if bot.is_file:
        return [sha256(bot.source).hexdigest() if is_archive(bot.source) else bot.source.hex()]
    if bot.is_command:
        files = [Path(which(argument) or argument) for argument in arguments_of(bot.name)]
        return [bot.name, *(sha256(file.read_bytes()).hexdigest() for file in files if file.is_file())]
    return [bot.name, str(registry.bot(bot.bot).version)]


@dataclass(slots=True)
class _Progress:
    """The blocks so far, and the test of them."""

    sprt: Sprt | None
    blocks: list[Block] = field(default_factory=list)
    scores: BlockScores = field(default_factory=BlockScores)

    def add(self, block: Block) -> None:
        self.blocks.append(block)
        self.scores.add(fmean(block.scores))

    @property
    def decision(self) -> float | None:
        return self.sprt.decision(self.scores) if self.sprt else None


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="game, such as lords-of-scotland")
    for name in ("A", "B"):
        parser.add_argument(
            name.lower(),
            metavar=name,
            help="bot file, zip or folder, built-in bot (with playouts: lookout-25), or cmd:PROGRAM",
        )
    parser.add_argument("--players", type=whole_number(2), metavar="N", help="number of seats (default: the fewest)")
    parser.add_argument(
        "--deals", type=whole_number(1), default=100, metavar="D", help="number of deals at most (default 100)"
    )
    parser.add_argument(
        "--sprt", type=_elo_bounds, metavar="LOW,HIGH",
        help="stop as soon as a test decides between these Elo differences of A (errors at most 5 %%). Between equal "
        "bots 0,100 takes 43 deals on average, 0,50 takes 155, 0,20 takes 935; 1 test in 20 takes over twice as many",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="S", help="seed of the first deal (default 1)"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write finished deals to FILE; the same command, also with more --deals, plays only the missing ones",
    )
    add_game_arguments(parser)


def _elo_bounds(written: str) -> Sprt:
    try:
        low, high = map(float, written.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not -1000 <= low < high <= 1000:
        raise argparse.ArgumentTypeError(f"expected two Elo differences, the lower first, such as 0,100, got {written}")
    return Sprt(low, high)


def _compare(args: argparse.Namespace) -> Answer:
    """Play the deals that are missing. Raise EngineError, or OSError for a file that cannot be used."""
    game = registry.game(args.game)
    comparison = _comparison(args, game)
    progress = _Progress(args.sprt)
    deals = range(args.seed, args.seed + args.deals)
    saved = _read_saved(args.save, comparison) if args.save else {}
    missing = [deal for deal in deals if deal not in saved]
    for block in chain((saved[deal] for deal in deals if deal in saved), _play_blocks(comparison, missing, args.jobs)):
        progress.add(block)
        if args.save and block.deal not in saved:
            _append(args.save, asdict(block))
        _show(progress, args.deals)
        if progress.decision is not None:
            break
    return _answer(game, comparison, progress)


def _comparison(args: argparse.Namespace, game: Game) -> _Comparison:
    one, other = read_seats([args.a, args.b], game)
    if one.is_person or other.is_person:
        raise OptionError("compare plays without people. Name two bots.")
    players = args.players or game.min_seats
    options = options_of(game, args.option)
    game.start(players, options)
    start = safest_start() if one.is_file or other.is_file else None
    return _Comparison(game.slug, (one, other), players, options, args.playouts, start)


def _play_blocks(comparison: _Comparison, deals: Sequence[int], jobs: int | None) -> Iterator[Block]:
    """Yield the blocks in the order of their deals; those not begun are given up when the caller stops."""
    processes = min(jobs or processors(), max(1, len(deals)))
    play = partial(_play_block, comparison)
    if processes == 1:
        yield from map(play, deals)
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(play, deals)
        finally:
            pool.shutdown(cancel_futures=True)


def _play_block(comparison: _Comparison, deal: int) -> Block:
    scores, failures = [], []
    games = seatings(comparison.players)
    for number, seating in enumerate(games):
        seats = tuple(comparison.bots[0 if is_first else 1] for is_first in seating)
        luck = deal * len(games) + number
        record = play_job(
            GameJob(
                game=comparison.game,
                seats=seats,
                options=comparison.options,
                deal=deal,
                luck=luck,
                playouts=comparison.playouts,
                start=comparison.start,
            )
        ).record
        scores.append(game_score(places_of(record), seating))
        failures.append(tuple(sorted({"A" if seating[fault.seat] else "B" for fault in record.faults})))
    return Block(deal, tuple(scores), tuple(failures))


def _read_saved(file: Path, comparison: _Comparison) -> dict[int, Block]:
    """Return the finished deals of a file by seed, and start it if it is new.

    A last line that was cut off is dropped. Raise OptionError if the file has anything else than this comparison.
    """
    head = {"comparison": comparison.fingerprint, "game": comparison.game, "bots": [b.label for b in comparison.bots]}
    text = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    if not text:
        _append(file, head)
        return {}
    *lines, cut_off = text.split("\n")
    content = [_parsed_line(line) for line in lines]
    if not content or content[0] != head or None in content:
        raise OptionError(f"{file} is not the file of this comparison. Name another file with --save.", file=str(file))
    if cut_off:
        whole = file.with_name(f"{file.name}.new")
        whole.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        whole.replace(file)
    blocks = [
        Block(line["deal"], tuple(line["scores"]), tuple(map(tuple, line["failures"]))) for line in content[1:] if line
    ]
    return {block.deal: block for block in blocks}


def _parsed_line(line: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(line)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


def _append(file: Path, line: object) -> None:
    with file.open("a", encoding="utf-8") as saved:
        saved.write(f"{json.dumps(line)}\n")


def _show(progress: _Progress, deals: int) -> None:
    """Rewrite the line of progress, if people see it."""
    if sys.stderr.isatty():
        estimate = progress.scores.estimate()
        end = "\n" if progress.decision is not None or estimate.blocks == deals else ""
        sys.stderr.write(f"\r{estimate.blocks} of {quantity(deals, 'deal')}: {_elo_text(estimate)}   {end}")
        sys.stderr.flush()


def _elo_text(estimate: Estimate) -> str:
    if not estimate.is_usable:
        return f"too few deals yet (at least {LEAST_BLOCKS})"
    elo, low, high = map(round, (estimate.elo, estimate.low, estimate.high))
    return f"{elo:+} Elo (95 % interval {low:+} to {high:+})"


def _final_elo_text(progress: _Progress) -> str:
    """Return the difference, or why there is none although a test has ended the comparison."""
    estimate = progress.scores.estimate()
    if estimate.is_usable or progress.decision is None:
        return _elo_text(estimate)
    deals = quantity(estimate.blocks, "deal")
    return f"none, the test decided after {deals} and a figure needs {LEAST_BLOCKS} (compare without --sprt for one)"


def _answer(game: Game, comparison: _Comparison, progress: _Progress) -> Answer:
    estimate = progress.scores.estimate()
    a, b = (bot.label for bot in comparison.bots)
    games = len(progress.blocks) * len(seatings(comparison.players))
    failures = {bot: sum(bot in failed for block in progress.blocks for failed in block.failures) for bot in "AB"}
    seats = list(enumerate(seat_scores([block.scores for block in progress.blocks], comparison.players), start=1))
    lines = [
        f"{game.name}, {comparison.players} players: {a} (A) against {b} (B)",
        f"{quantity(estimate.blocks, 'deal')}, {quantity(games, 'game')}",
        "",
        f"Elo difference of A and B: {_final_elo_text(progress)}. Score of A: {100 * estimate.score:.1f} %.",
        *([f"Likelihood that A is the stronger: {100 * estimate.superiority:.1f} %."] if estimate.is_usable else []),
        *([_sprt_text(progress.sprt, progress)] if progress.sprt else []),
        "",
        TWO_NOTE if comparison.players == 2 else ALONE_NOTE,
        table(("seat", "A", "B"), [(number, *(f"{100 * score:.1f} %" for score in pair)) for number, pair in seats]),
        "",
        f"Games in which a bot failed: A {failures['A']}, B {failures['B']}.",
    ]
    facts: dict[str, object] = {
        "game": game.slug, "players": comparison.players, "a": a, "b": b, "deals": estimate.blocks, "games": games,
        "score": estimate.score, "elo": estimate.elo, "interval": [estimate.low, estimate.high],
        "superiority": estimate.superiority, "failures": failures,
        "seats": [{"seat": number, "a": own, "b": other} for number, (own, other) in seats],
    }  # fmt: skip
    if progress.sprt:
        ratio = progress.sprt.ratio(progress.scores)
        facts["sprt"] = {**progress.sprt._asdict(), "ratio": ratio, "accepted": progress.decision}
    return Answer("\n".join(lines), facts, status=1 if any(failures.values()) else 0)


def _sprt_text(sprt: Sprt, progress: _Progress) -> str:
    decision, ratio, bound = progress.decision, round(sprt.ratio(progress.scores), 2) + 0.0, sprt.bound
    result = "not decided; play more deals" if decision is None else f"decided for {decision:g} Elo"
    return (
        f"Test of {sprt.low:g} against {sprt.high:g} Elo: {result}. Log-likelihood ratio: {ratio:+.2f} "
        f"({bound:.2f} or more decides for {sprt.high:g}, {-bound:.2f} or less for {sprt.low:g}; at {bound:.2f} the "
        f"scores are {exp(bound):.0f} times as likely at {sprt.high:g} Elo as at {sprt.low:g})."
    )


COMPARE = Command(
    "compare",
    "compare two bots on the same deals from all seats (exit status 1: a bot failed)",
    _compare,
    _add_arguments,
)
