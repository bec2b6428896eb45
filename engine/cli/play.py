"""The command `play`: bots against each other or against a person; prints one game, or the results of many."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.cli.bot_files import label_of, safest_start
from engine.cli.command_bot import CommandBot
from engine.cli.common import Answer, Command, add_game_arguments, options_of, processors, whole_number
from engine.cli.human_player import HumanPlayer
from engine.cli.results import FAILED_GAMES, Failure, failure_facts, faults_text, places_of, save_failed_games, tally
from engine.cli.seats import Seat, read_seats
from engine.core import registry
from engine.core.bot import Bot
from engine.core.errors import OptionError
from engine.core.game import Game
from engine.core.match import seed_luck, seed_secret, seed_stand_in
from engine.core.options import OptionValue
from engine.core.record import Record
from engine.notation import check_writable, to_text, write_file
from engine.sandbox.child import Start
from engine.sandbox.guard import Count, Guarded, play_guarded
from engine.sandbox.seat import SeatedBot


@dataclass(frozen=True, slots=True)
class GameJob:
    """One game to be played."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, OptionValue]
    deal: int
    luck: int
    playouts: int | None
    start: Start | None  # of bot files; None without any


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game that was played; by seat the logs of bot files and local programs, and details of their faults."""

    record: Record
    logs: tuple[str, ...]
    details: tuple[str, ...]


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="game, such as lords-of-scotland")
    parser.add_argument(
        "--seats",
        required=True,
        metavar="A,B,...",
        help="comma-separated: built-in bots (lookout-25: 25 playouts), bot files, zips, folders, cmd:PROGRAM, or me",
    )
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="S", help="seed (default 1)")
    parser.add_argument("--games", type=whole_number(1), default=1, metavar="N", help="number of games (default 1)")
    parser.add_argument("--duplicate", action="store_true", help="play each deal once from each seat: seats rotate")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the game records to FILE (as JSON if it ends in .json); "
        f"default: only games in which a bot failed, to {FAILED_GAMES}",
    )
    parser.add_argument(
        "--stop",
        action="store_true",
        help="stop after the first game in which a bot fails (a substitute bot finishes that game; "
        "default: play all games)",
    )
    add_game_arguments(parser)


def _play(args: argparse.Namespace) -> Answer:
    """Play the games. Raise EngineError, or OSError when the records cannot be written."""
    game = registry.game(args.game)
    seats = read_seats(args.seats.split(","), game)
    jobs = list(_jobs(args, game, seats))
    _check_person(seats, as_json=args.json)
    if args.record is not None:
        check_writable(args.record)
    person = next((HumanPlayer(game, number) for number, seat in enumerate(seats) if seat.is_person), None)
    games = _play_all(jobs, person, args)
    records = [played.record for played in games]
    if args.record is not None:
        write_file(args.record, records)
    answer = _record_answer(records[0]) if len(records) == 1 else tally(game, records)
    return _with_faults(answer, list(_failures(jobs, games)), args, records)


def _jobs(args: argparse.Namespace, game: Game, seats: tuple[Seat, ...]) -> Iterator[GameJob]:
    """Yield the games to play. Raise OptionError or SeatsError if the game cannot be played so."""
    options = options_of(game, args.option)
    game.start(len(seats), options)  # raises SeatsError
    rotations = len(seats) if args.duplicate else 1
    start = safest_start() if any(seat.is_file for seat in seats) else None
    if args.games % rotations:
        raise OptionError(
            f"--duplicate plays every deal {rotations} times. Set --games to a multiple of {rotations}, "
            f"such as {args.games + rotations - args.games % rotations}.",
            games=args.games,
        )
    for number in range(args.games):
        rotation = number % rotations
        deal = args.seed + number // rotations
        yield GameJob(
            game=game.slug,
            seats=seats[rotation:] + seats[:rotation],
            options=options,
            deal=deal,
            luck=args.seed + number,
            playouts=args.playouts,
            start=start,
        )


def _check_person(seats: Sequence[Seat], *, as_json: bool) -> None:
    """Raise OptionError for two persons, or for JSON output with a person."""
    persons = sum(seat.is_person for seat in seats)
    if persons > 1:
        raise OptionError("“me” is in --seats more than once. Give the other seats to bots: --seats me,steward.")
    if persons and as_json:
        raise OptionError("--json does not work with “me”. Leave out --json.")


def _play_all(jobs: Sequence[GameJob], person: HumanPlayer | None, args: argparse.Namespace) -> list[PlayedGame]:
    """Play the games in their order, in several processes unless a person plays."""
    collect = _take_until_fault if args.stop else list
    processes = 1 if person else min(args.jobs or processors(), len(jobs))
    if processes == 1:
        return collect(map(partial(play_job, person=person), jobs))
    with ProcessPoolExecutor(processes) as pool:
        games = collect(pool.map(play_job, jobs, chunksize=max(1, len(jobs) // (processes * 8))))
        pool.shutdown(cancel_futures=True)
        return games


def _take_until_fault(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games up to the first in which a bot failed."""
    played = []
    for game in games:
        played.append(game)
        if game.record.faults:
            break
    return played


def play_job(job: GameJob, person: HumanPlayer | None = None) -> PlayedGame:
    """Play one game as the server does: a substitute bot plays on for a bot that fails."""
    count = Count()
    seats = [_bot_at(job, seat, person, count) for seat in range(len(job.seats))]
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
    logs = tuple(seat.program.log if isinstance(seat, Guarded) and seat.program else "" for seat in seats)
    return PlayedGame(record, logs, details)


def _bot_at(job: GameJob, number: int, person: HumanPlayer | None, count: Count) -> Bot:
    """Return the bot of a seat: the person, or a guarded bot."""
    seat = job.seats[number]
    if person and seat.is_person:
        return person
    bot = registry.bot(seat.bot) if seat.bot else _own_bot(job, number)
    luck = seed_stand_in(job.luck, number)
    playouts = seat.playouts or job.playouts or 0
    return Guarded(bot, seat=number, playouts=playouts, seed=luck, event_number=count.number_of_next)


def _own_bot(job: GameJob, number: int) -> Bot:
    """Return the bot of a seat that a bot file or a local program has."""
    seat = job.seats[number]
    if seat.is_command:
        return CommandBot(seat.name, game=job.game, options=job.options, seats=len(job.seats), seat=number)
    start = job.start or safest_start()
    return SeatedBot(seat.source, game=job.game, start=start, slug=label_of(seat.name))


def _failures(jobs: Sequence[GameJob], games: Sequence[PlayedGame]) -> Iterator[Failure]:
    """Yield the faults of all games in the order of play."""
    for number, (job, game) in enumerate(zip(jobs, games, strict=False), start=1):  # `--stop` leaves jobs unplayed
        for fault in game.record.faults:
            seat = job.seats[fault.seat]
            yield Failure(
                game=number,
                deal=job.deal,
                luck=job.luck,
                bot=seat.name,
                label=seat.label,
                fault=fault,
                detail=game.details[fault.seat],
                log=game.logs[fault.seat],
            )


def _with_faults(
    answer: Answer, failures: Sequence[Failure], args: argparse.Namespace, records: Sequence[Record]
) -> Answer:
    """Add the faults to the answer. Below a record they are comments, so that the whole can be parsed as a record."""
    facts = {**answer.facts, "faults": list(map(failure_facts, failures))}
    if not failures or args.json:
        return Answer(answer.text, facts, status=1 if failures else 0)
    below = faults_text(failures, records, save_failed_games(failures, records, args.record))
    if len(records) < args.games:
        below += f"\n\nStopped at game {len(records)} of {args.games}."
    if len(records) == 1:
        below = "\n".join(f"# {line}".rstrip() for line in below.splitlines())
    return Answer(f"{answer.text}\n\n{below}", facts, status=1)


def _record_answer(record: Record) -> Answer:
    outcome = record.outcome
    facts = {
        "game": record.game,
        "seats": list(record.seats),
        "points": list(outcome.points) if outcome else None,
        "places": list(places_of(record)) if outcome else None,
        "places_in_record": list(outcome.places) if outcome else None,
        "reason": outcome.reason if outcome else None,
        "events": len(record.events),
    }
    return Answer(to_text(record).rstrip("\n"), facts)


PLAY = Command(
    "play",
    "play games between bots, or play against them yourself (exit status 1: a bot failed)",
    _play,
    _add_arguments,
)
