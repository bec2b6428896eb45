"""The results of `play`: how often each bot won, and which bots failed."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from engine.cli.bot_files import fault_text, is_command, is_file, log_text
from engine.cli.common import Answer, program_name, table
from engine.core.game import Game
from engine.core.maths import wilson
from engine.core.record import Fault, Record
from engine.core.text import quantity
from engine.notation import write_file
from engine.sandbox.guard import places_after

FAILED_GAMES: Final = Path("failed-games.txt")
MOST_ROWS: Final = 20
EVENT_NOTE: Final = "Events are cards dealt or drawn, and moves, from 1; a line of the record can hold several."
NOTE_FOR_TWO_SEATS: Final = "A shared first place counts as half a win."
NOTE_FOR_MORE_SEATS: Final = "A first place shared by two counts as half a win, by three as a third."


def tally(game: Game, records: Sequence[Record]) -> Answer:
    """Return the results of every bot and of every seat."""
    played = [(record, seat, name) for record in records for seat, name in enumerate(record.seats)]
    names = dict.fromkeys(name for _, _, name in played)
    bots = [_score(name, [(record, seat) for record, seat, other in played if other == name]) for name in names]
    seats = [
        _score(f"seat {seat + 1}", [(record, seat) for record in records]) for seat in range(len(records[0].seats))
    ]
    head = ("", "games", "won", "95 % interval", "mean points", "mean place")
    best_first = sorted(bots, key=lambda score: -score.won)
    tables = [table(head, map(_score_row, scores)) for scores in (best_first, seats)]
    note = NOTE_FOR_MORE_SEATS if len(seats) > 2 else NOTE_FOR_TWO_SEATS
    text = "\n\n".join([f"{game.name}, {quantity(len(records), 'game')}", *tables, note])
    facts = {"bots": [score._asdict() for score in bots], "seats": [score._asdict() for score in seats]}
    return Answer(text, {"game": game.slug, "games": len(records), **facts})


class SavedGames(NamedTuple):
    """The file with the records, and the number of each game in it."""

    file: Path
    numbers: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A bot's fault in one of the games."""

    game: int  # of those that were played, from 1
    deal: int  # the seed of the deal
    luck: int  # the seed of the bots' luck, as `replay --seed` takes it
    bot: str  # as --seats names it
    label: str  # as the record names it
    fault: Fault
    detail: str  # what was measured of it; empty where nothing was
    log: str  # of a bot file or a local program; empty for a built-in bot


def places_of(record: Record) -> tuple[int, ...]:
    """Return the places of the result: a failed bot is last. Empty for an unfinished game."""
    offenders = frozenset(fault.seat for fault in record.faults)
    return places_after(record.outcome.places, offenders) if record.outcome else ()


def save_failed_games(failures: Sequence[Failure], records: Sequence[Record], file: Path | None) -> SavedGames | None:
    """Save the failed games in FAILED_GAMES, unless `file` has all games; None if FAILED_GAMES cannot be written."""
    if file is not None:
        return SavedGames(file, {number: number for number in range(1, len(records) + 1)})
    games = sorted({failure.game for failure in failures})
    try:
        write_file(FAILED_GAMES, [records[game - 1] for game in games])
    except OSError:
        return None
    return SavedGames(FAILED_GAMES, {game: number for number, game in enumerate(games, start=1)})


def faults_text(failures: Sequence[Failure], records: Sequence[Record], saved: SavedGames | None) -> str:
    """Return all faults as a table, and the log of the first fault of each author's bot and reason."""
    games = len(records)
    failed_games = len({failure.game for failure in failures})
    where = f"{failed_games} of {games} games" if games > 1 else "this game"
    head = (
        f"Bots failed in {where}. A substitute bot finished each game. In the result a failed bot is last.\n"
        f"{_places_text(records)}\n{EVENT_NOTE}"
    )
    columns = ("game", "seed", "bot", "seat", "event", "reason")
    values = [[facts[name] for name in columns] for facts in map(failure_facts, failures[:MOST_ROWS])]
    rows = table(("game", "replay --seed", *columns[2:]), values)
    if len(failures) > MOST_ROWS:
        rows += f"\nFirst {MOST_ROWS} of {len(failures)} failures. --json lists all."
    return "\n\n".join([head, rows, *(_failure_text(first, games, saved) for first in _first_failures(failures))])


def _places_text(records: Sequence[Record]) -> str:
    if len(records) > 1 or records[0].outcome is None:
        return "In the saved records the substitute's moves count for the failed bot, so it can be first there."
    in_record, in_result = (
        ", ".join(map(str, places)) for places in (records[0].outcome.places, places_of(records[0]))
    )
    return f"Places in the record, with the substitute's moves: {in_record}. Places in the result: {in_result}."


def failure_facts(failure: Failure) -> dict[str, object]:
    """Return the failure for JSON output."""
    return {
        "game": failure.game,
        "deal": failure.deal,
        "seed": failure.luck,
        "bot": failure.label,
        "seat": failure.fault.seat + 1,
        "event": failure.fault.event,
        "reason": failure.fault.reason,
        "detail": failure.detail,
        "log": failure.log,
    }


def _first_failures(failures: Sequence[Failure]) -> list[Failure]:
    """Return the first failure of each author's bot and reason."""
    firsts: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        if is_file(failure.bot) or is_command(failure.bot):
            firsts.setdefault((failure.bot, failure.fault.reason), failure)
    return list(firsts.values())


def _failure_text(failure: Failure, games: int, saved: SavedGames | None) -> str:
    in_game = "" if games == 1 else f" in game {failure.game}"
    text = f"{failure.label} failed{in_game}: {fault_text(failure.fault.reason, failure.detail)}{log_text(failure.log)}"
    if is_command(failure.bot):  # `replay` takes files only
        return text
    if saved is None:
        advice = "To replay it, save the games with --record FILE."
        return f"{text}\n\n{FAILED_GAMES} cannot be written in this folder. {advice}"
    return f"{text}\n\nReplay it:\n  {_replay_command(failure, saved)}"


def _replay_command(failure: Failure, saved: SavedGames) -> str:
    game = [] if len(saved.numbers) == 1 else ["--game", str(saved.numbers[failure.game])]
    seat, luck = str(failure.fault.seat + 1), str(failure.luck)
    arguments = ["replay", str(saved.file), *game, "--seat", seat, "--bot", failure.bot, "--seed", luck]
    return f"{program_name()} {shlex.join(arguments)}"


class _Score(NamedTuple):
    """The results of a bot or seat, as in JSON: shares of wins (ties share), points and place are means."""

    name: str
    games: int
    won: float
    interval: list[float]
    points: float
    place: float


def _score(name: str, played: Sequence[tuple[Record, int]]) -> _Score:
    """Return the means over the finished games, each with the seat that was played; at least one is finished."""
    shares: list[float] = []
    points: list[int] = []
    places: list[int] = []
    for record, seat in played:
        if record.outcome is not None:
            ranks = places_of(record)
            shares.append(1 / ranks.count(1) if ranks[seat] == 1 else 0.0)
            points.append(record.outcome.points[seat])
            places.append(ranks[seat])
    # The Wilson interval is for wins and losses. Shared wins vary less, so it is wider than needed.
    low, high = wilson(fmean(shares), len(shares))
    return _Score(name, len(shares), fmean(shares), [low, high], fmean(points), fmean(places))


def _score_row(score: _Score) -> tuple[str, ...]:
    low, high = score.interval
    won, interval = f"{100 * score.won:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"
    return score.name, str(score.games), won, interval, f"{score.points:.1f}", f"{score.place:.2f}"
