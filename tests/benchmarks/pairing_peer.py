"""Pairs an event of two at a table by py4swiss's Dutch engine: for every line it reads, the seconds of one more round.

    PYTHON tests/benchmarks/pairing_peer.py PLAYERS ROUNDS

PYTHON is that of an environment of its own, which has py4swiss and nothing of ours. Reading the file is not counted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

WIN, DRAW, LOSS = "1", "=", "0"
HALVES = {WIN: 2, DRAW: 1, LOSS: 0}
OTHER = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}

Games = dict[int, list[tuple[int, str, str]]]  # opponent, colour, result


def main() -> None:
    """Read the command line, play the event, print."""
    players, rounds = int(sys.argv[1]), int(sys.argv[2])
    luck = Random(1)
    games: Games = {player: [] for player in range(1, players + 1)}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "event.trf"
        for _ in zip(range(rounds), sys.stdin, strict=False):
            report.write_text(_report(games, rounds))
            parsed = TrfParser.parse(report)
            begun = process_time()
            pairs = DutchEngine.generate_pairings(parsed)
            print(process_time() - begun, flush=True)
            for pair in pairs:
                _play(games, pair.white, pair.black, luck)


def _play(games: Games, white: int, black: int, luck: Random) -> None:
    if not black:
        games[white].append((0, "-", "U"))
        return
    form = 3 * (black - white) / len(games) + luck.gauss(0, 1)
    result = WIN if form > 0.3 else LOSS if form < -0.3 else DRAW
    games[white].append((black, "w", result))
    games[black].append((white, "b", OTHER[result]))


def _report(games: Games, rounds: int) -> str:
    """The event so far as FIDE's TRF(x) has it, in its fixed columns."""
    lines = ["012 event", f"XXR {rounds}", "XXC white1"]
    for player, own in games.items():
        points = sum(HALVES.get(result, 2) for _, _, result in own) / 2
        name, rating = f"P{player}", 3500 - player
        line = f"001 {player:4d} m    {name:<33} {rating:4d} SCO {player:11d} 2000/01/01 {points:4.1f} {player:4d}"
        lines.append(line + "".join(f"  {opponent:04d} {colour} {result}" for opponent, colour, result in own))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
