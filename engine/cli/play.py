"""`play`: bots against each other or against a person at the prompt; one game is told, many are counted."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.cli.answer import Answer
from engine.cli.arguments import add_options, options_of, whole
from engine.cli.person import ME, Person
from engine.cli.programs import Program, is_file, label_of, read_source, way_here
from engine.cli.tally import tally
from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.errors import OptionError
from engine.core.game import Game, OptionValue
from engine.core.match import play as play_match
from engine.core.record import Record
from engine.notation import check_writable, to_text, write_file
from engine.perft import seed_luck, seed_secret

NAME = "play"
HELP = "play games between bots, or take a seat yourself with the name me"


@dataclass(frozen=True, slots=True)
class _Job:
    """One game to be played: who sits where, and on which deal."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, OptionValue]
    deal: int
    luck: int
    playouts: int | None
    way: str  # how authors' files are started; empty without any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays what, how often, and where the records go."""
    parser.add_argument("game", metavar="GAME", help="its name, such as lords-of-scotland")
    parser.add_argument(
        "--seats", required=True, metavar="A,B,...", help="bots by name, files of bots, or me, with commas between"
    )
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help="decides deals and luck (default 1)")
    parser.add_argument("--games", type=whole(1), default=1, metavar="N", help="how many (default 1)")
    parser.add_argument("--duplicate", action="store_true", help="play each deal once from every rotation of the seats")
    parser.add_argument("--playouts", type=whole(1), metavar="P", help="budget of a searching bot for one decision")
    parser.add_argument("--jobs", type=whole(1), metavar="J", help="processes for many games (default: the cores)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the records: text, or JSON by the ending")
    add_options(parser)


def run(given: argparse.Namespace) -> Answer:
    """Play and tell. Raises EngineError, or OSError when the records cannot be written."""
    game = registry.game(given.game)
    seats = tuple(_name(written.strip()) for written in given.seats.split(","))
    jobs = list(_jobs(given, game, seats))
    _check_person(seats, as_json=given.json)
    if given.record is not None:
        check_writable(given.record)
    person = Person(game, seats.index(ME)) if ME in seats else None
    records = [_one(job, person) for job in jobs] if person else _all(jobs, given.jobs)
    if given.record is not None:
        write_file(given.record, records)
    return _told(records[0]) if len(records) == 1 else tally(game, [record.seats for record in records], records)


def _jobs(given: argparse.Namespace, game: Game, seats: tuple[str, ...]) -> Iterator[_Job]:
    options = options_of(game, given.option)
    game.start(len(seats), options)
    for name in seats:
        if not name:
            raise OptionError("A name is missing in --seats; write for instance --seats steward,wanderer.")
        if is_file(name):
            read_source(name)
        elif name != ME:
            _check_plays(registry.bot(name), game)
    rotations = len(seats) if given.duplicate else 1
    way = way_here() if any(map(is_file, seats)) else ""
    if given.games % rotations:
        raise OptionError(
            f"With --duplicate every deal is played {rotations} times, so --games must be a multiple of {rotations}, "
            f"such as {given.games + rotations - given.games % rotations}.",
            games=given.games,
        )
    for number in range(given.games):
        turn = number % rotations
        deal = given.seed + number // rotations
        yield _Job(game.slug, seats[turn:] + seats[:turn], options, deal, given.seed + number, given.playouts, way)


def _check_plays(bot: Bot, game: Game) -> None:
    if bot.games and game.slug not in bot.games:
        able = ", ".join(other.slug for other in registry.bots_for(game.slug))
        raise OptionError(
            f"{bot.slug.capitalize()} does not play {game.name}; {able} do.", bot=bot.slug, game=game.slug
        )


def _check_person(seats: Sequence[str], *, as_json: bool) -> None:
    """Raises OptionError where there would be two persons at one prompt, or a program at it."""
    if seats.count(ME) > 1:
        raise OptionError("One seat can be yours; give the others to bots, as in --seats me,steward.")
    if ME in seats and as_json:
        raise OptionError("With --json a program reads along, and you could not be asked for your moves; leave it out.")


def _name(written: str) -> str:
    return written if is_file(written) else written.lower()


def _all(jobs: Sequence[_Job], processes: int | None) -> list[Record]:
    processes = min(processes or len(os.sched_getaffinity(0)), len(jobs))
    if processes == 1:
        return [_one(job) for job in jobs]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(_one, jobs, chunksize=max(1, len(jobs) // (processes * 8))))


def _one(job: _Job, person: Person | None = None) -> Record:
    with ExitStack() as leaving:
        programs = [leaving.enter_context(_seated(name, job)) for name in job.seats if is_file(name)]
        return _played(job, person, iter(programs))


def _seated(name: str, job: _Job) -> Program:
    return Program(name, game=job.game, way=job.way, where=f"on deal {job.deal} (--seed {job.deal})")


def _played(job: _Job, person: Person | None, programs: Iterator[Program]) -> Record:
    bots: list[Bot] = [
        next(programs) if is_file(name) else person if person and name == ME else registry.bot(name)
        for name in job.seats
    ]
    return play_match(
        registry.game(job.game),
        bots,
        secret=seed_secret(job.deal),
        luck=seed_luck(job.luck),
        options=job.options,
        names=[label_of(name) if is_file(name) else name for name in job.seats],
        budget=Budget(playouts=job.playouts),
        on_event=person.witness if person else None,
    )


def _told(record: Record) -> Answer:
    outcome = record.outcome
    facts = {
        "game": record.game,
        "seats": list(record.seats),
        "points": list(outcome.points) if outcome else None,
        "places": list(outcome.places) if outcome else None,
        "reason": outcome.reason if outcome else None,
        "events": len(record.events),
    }
    return Answer(to_text(record).rstrip("\n"), facts)
