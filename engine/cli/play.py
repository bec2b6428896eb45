"""`play`: bots against each other or against a person at the prompt; one game is told, many are counted."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.cli import faults
from engine.cli.answer import Answer
from engine.cli.arguments import add_options, options_of, whole
from engine.cli.person import Person
from engine.cli.programs import read_source, seated, way_here
from engine.cli.seats import Seat, read_seats
from engine.cli.tally import tally
from engine.core import registry
from engine.core.bot import Bot
from engine.core.errors import OptionError
from engine.core.game import Game, OptionValue
from engine.core.record import Record
from engine.notation import check_writable, to_text, write_file
from engine.perft import seed_luck, seed_secret, seed_stand_in
from engine.sandbox.guard import Count, Guarded, play_guarded

NAME = "play"
HELP = "play games between bots, or play against them yourself (exit status 1: a bot failed)"


@dataclass(frozen=True, slots=True)
class _Job:
    """One game to be played: who sits where, and on which deal."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, OptionValue]
    deal: int
    luck: int
    playouts: int | None
    way: str  # how authors' files are started; empty without any


@dataclass(frozen=True, slots=True)
class _Game:
    """One game that was played; by seat what authors' files wrote in it, and what was measured of their faults."""

    record: Record
    logs: tuple[str, ...]
    details: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays what, how often, and where the records go."""
    parser.add_argument("game", metavar="GAME", help="game, such as lords-of-scotland")
    parser.add_argument(
        "--seats", required=True, metavar="A,B,...",
        help="comma-separated: built-in bots (with playouts: lookout-25), bot files, or me",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help="seed (default 1)")
    parser.add_argument("--games", type=whole(1), default=1, metavar="N", help="number of games (default 1)")
    parser.add_argument("--duplicate", action="store_true", help="play each deal once from each seat: seats rotate")
    parser.add_argument(
        "--playouts", type=whole(1), metavar="P",
        help="playouts per move of built-in bots without a number in their name (lookout, not lookout-25)",
    )  # fmt: skip
    parser.add_argument("--jobs", type=whole(1), metavar="J", help="number of processes (default: one per core)")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the game records to FILE (as JSON if it ends in .json); "
        f"default: only games in which a bot failed, to {faults.FAILED}",
    )
    parser.add_argument(
        "--stop",
        action="store_true",
        help="stop after the first game in which a bot fails (a substitute bot finishes that game; "
        "default: play all games)",
    )
    add_options(parser)


def run(given: argparse.Namespace) -> Answer:
    """Play and tell. Raises EngineError, or OSError when the records cannot be written."""
    game = registry.game(given.game)
    seats = read_seats(given.seats, game)
    jobs = list(_jobs(given, game, seats))
    _check_person(seats, as_json=given.json)
    if given.record is not None:
        check_writable(given.record)
    person = next((Person(game, number) for number, seat in enumerate(seats) if seat.is_person), None)
    games = _all(jobs, person, given)
    records = [played.record for played in games]
    if given.record is not None:
        write_file(given.record, records)
    told = _told(records[0]) if len(records) == 1 else tally(game, [record.seats for record in records], records)
    return _with_faults(told, list(_failures(jobs, games)), given, records)


def _jobs(given: argparse.Namespace, game: Game, seats: tuple[Seat, ...]) -> Iterator[_Job]:
    options = options_of(game, given.option)
    game.start(len(seats), options)
    files = [seat.written for seat in seats if seat.is_file]
    for file in files:
        read_source(file)
    rotations = len(seats) if given.duplicate else 1
    way = way_here() if files else ""
    if given.games % rotations:
        raise OptionError(
            f"--duplicate plays every deal {rotations} times. Set --games to a multiple of {rotations}, "
            f"such as {given.games + rotations - given.games % rotations}.",
            games=given.games,
        )
    for number in range(given.games):
        turn = number % rotations
        deal = given.seed + number // rotations
        yield _Job(game.slug, seats[turn:] + seats[:turn], options, deal, given.seed + number, given.playouts, way)


def _check_person(seats: Sequence[Seat], *, as_json: bool) -> None:
    """Raises OptionError where there would be two persons at one prompt, or a program at it."""
    persons = sum(seat.is_person for seat in seats)
    if persons > 1:
        raise OptionError("“me” is in --seats more than once. Give the other seats to bots: --seats me,steward.")
    if persons and as_json:
        raise OptionError("--json does not work with “me”. Leave out --json.")


def _all(jobs: Sequence[_Job], person: Person | None, given: argparse.Namespace) -> list[_Game]:
    wanted = _up_to_a_fault if given.stop else list
    processes = 1 if person else min(given.jobs or len(os.sched_getaffinity(0)), len(jobs))
    if processes == 1:
        return wanted(map(partial(_one, person=person), jobs))
    with ProcessPoolExecutor(processes) as pool:
        games = wanted(pool.map(_one, jobs, chunksize=max(1, len(jobs) // (processes * 8))))
        pool.shutdown(cancel_futures=True)
        return games


def _up_to_a_fault(games: Iterable[_Game]) -> list[_Game]:
    played = []
    for game in games:
        played.append(game)
        if game.record.faults:
            break
    return played


def _one(job: _Job, person: Person | None = None) -> _Game:
    """The game as the server plays it: a bot that fails is played on for by the house."""
    count = Count()
    seats = [_seated(job, seat, person, count) for seat in range(len(job.seats))]
    record = play_guarded(
        registry.game(job.game),
        seats,
        count=count,
        secret=seed_secret(job.deal),
        luck=seed_luck(job.luck),
        options=job.options,
        names=[seat.label for seat in job.seats],
        on_event=person.witness if person else None,
    )
    details = tuple(seat.detail if isinstance(seat, Guarded) else "" for seat in seats)
    return _Game(record, tuple(map(_log, seats)), details)


def _seated(job: _Job, number: int, person: Person | None, count: Count) -> Bot:
    """Return the bot of a seat: the person as they are, all others guarded."""
    seat = job.seats[number]
    if person and seat.is_person:
        return person
    bot = seated(seat.written, game=job.game, way=job.way) if seat.is_file else registry.bot(seat.bot)
    luck = seed_stand_in(job.luck, number)
    playouts = seat.playouts or job.playouts or 0
    return Guarded(bot, seat=number, playouts=playouts, seed=luck, event_number=count.number_of_next)


def _log(seat: Bot) -> str:
    return seat.program.log if isinstance(seat, Guarded) and seat.program else ""


def _failures(jobs: Sequence[_Job], games: Sequence[_Game]) -> Iterator[faults.Failure]:
    for number, (job, game) in enumerate(zip(jobs, games, strict=False), start=1):  # --stop leaves jobs over
        for fault in game.record.faults:
            bot, log, detail = job.seats[fault.seat], game.logs[fault.seat], game.details[fault.seat]
            yield faults.Failure(
                game=number, deal=job.deal, luck=job.luck, bot=bot.written, label=bot.label, fault=fault,
                detail=detail, log=log,
            )  # fmt: skip


def _with_faults(
    told: Answer, failures: Sequence[faults.Failure], given: argparse.Namespace, records: Sequence[Record]
) -> Answer:
    """The answer with what failed. Below a record it stands as remarks, so that the whole can still be read as one."""
    facts = {**told.facts, "faults": list(map(faults.facts, failures))}
    if not failures or given.json:
        return Answer(told.text, facts, status=1 if failures else 0)
    below = faults.told(failures, records, faults.save(failures, records, given.record))
    if len(records) < given.games:
        below += f"\n\nStopped at game {len(records)} of {given.games}."
    if len(records) == 1:
        below = "\n".join(f"# {line}".rstrip() for line in below.splitlines())
    return Answer(f"{told.text}\n\n{below}", facts, status=1)


def _told(record: Record) -> Answer:
    outcome = record.outcome
    facts = {
        "game": record.game,
        "seats": list(record.seats),
        "points": list(outcome.points) if outcome else None,
        "places": list(faults.places_of(record)) if outcome else None,
        "places_in_record": list(outcome.places) if outcome else None,
        "reason": outcome.reason if outcome else None,
        "events": len(record.events),
    }
    return Answer(to_text(record).rstrip("\n"), facts)
