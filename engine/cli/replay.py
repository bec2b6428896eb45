"""`replay`: gives a bot the views that its seat had in a recorded match, and stops at the first other answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.cli.answer import Answer
from engine.cli.arguments import whole
from engine.cli.programs import Program, way_here
from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import OptionError, RecordError
from engine.core.game import Event
from engine.core.match import seat_luck
from engine.core.record import Record, steps
from engine.notation import read_file
from engine.perft import seed_luck

NAME = "replay"
HELP = "give a bot the views of a recorded match; exit status 1 at its first other choice, or its fault"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The match, the seat and the file."""
    parser.add_argument("match", type=Path, metavar="MATCH", help="a file with the record, as text or JSON")
    parser.add_argument("--game", type=whole(1), metavar="N", help="which game of a file with many, counted from 1")
    parser.add_argument("--seat", type=whole(1), required=True, metavar="N", help="whose views, counted from 1")
    parser.add_argument("--bot", required=True, metavar="FILE", help="a bot's file, such as ./mybot.py")
    luck = parser.add_mutually_exclusive_group()
    luck.add_argument("--seed", type=whole(0), metavar="S", help="the seed, for a match of the command line")
    luck.add_argument("--luck", metavar="HEX", help="the luck that the server shows its owner, for a match of its own")


def run(given: argparse.Namespace) -> Answer:
    """Whether the bot would play as it did. Raises EngineError, or OSError for what cannot be read."""
    record = _the_record(given.match, given.game)
    seat = given.seat - 1
    if seat >= len(record.seats):
        raise OptionError(f"The match has {len(record.seats)} seats; --seat counts from 1 to {len(record.seats)}.")
    rng = seat_luck(_luck(given), len(record.seats))[seat]
    asked = 0
    with Program(given.bot, game=record.game, way=way_here(), where=f"in {given.match.name}") as bot:
        for number, view, legal, played in _decisions(record, seat):
            asked += 1
            choice = bot.choose(view, legal, Budget(), rng)
            if choice != played:
                return _differs(record, number, view, played, choice)
    return Answer(f"All {asked} choices are the same.", {"same": True, "choices": asked})


def _the_record(path: Path, number: int | None) -> Record:
    records = list(read_file(path))
    if number is None and len(records) != 1:
        raise RecordError(f"{path.name} holds {len(records)} records; say by --game which, counted from 1.")
    if (number or 1) > len(records):
        raise OptionError(f"{path.name} holds {len(records)} records; --game counts from 1 to {len(records)}.")
    return records[(number or 1) - 1]


def _luck(given: argparse.Namespace) -> bytes:
    """Where neither is given, the bot's generator is that of seed 1: enough for a bot that uses none."""
    if given.luck is None:
        return seed_luck(1 if given.seed is None else given.seed)
    try:
        return bytes.fromhex(given.luck)
    except ValueError as error:
        raise OptionError("--luck is written in hexadecimal, as the page of the match shows it.") from error


def _decisions(record: Record, seat: int) -> Iterator[tuple[int, Any, list[Event], Event]]:
    """The number of each event that the seat chose itself, with the view, the legal moves and the choice."""
    ends = min((fault.event for fault in record.faults if fault.seat == seat), default=len(record.events) + 1)
    for number, (state, event) in enumerate(steps(record), start=1):
        if number >= ends:
            return
        if state.turn == seat:
            yield number, state.view(seat), state.legal_moves(), event


def _differs(record: Record, number: int, view: Any, played: Event, choice: Event) -> Answer:
    game = registry.game(record.game)
    then, now = game.describe_event(view, played), game.describe_event(view, choice)
    text = f"Event {number} was played otherwise.\nThen: {then}\nNow:  {now}\n\n{game.sketch(view)}"
    facts = {"same": False, "event": number, "then": list(played), "now": list(choice)}
    return Answer(text, facts, status=1)
