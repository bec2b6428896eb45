"""`replay`: gives a bot the views that its seat had in a recorded match, and stops at the first other answer.

Where the record says that the seat failed, the bot is asked as well, so that a fault can be seen at home.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.cli.answer import Answer
from engine.cli.arguments import whole
from engine.cli.programs import seated, told_fault, told_log, way_here
from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import EngineError, OptionError, RecordError
from engine.core.game import Event, State
from engine.core.match import seat_rngs
from engine.core.record import Fault, Record, start, steps
from engine.core.vocabulary import quantity
from engine.notation import read_file
from engine.perft import seed_luck
from engine.sandbox.faults import BotFault
from engine.sandbox.seat import SeatedBot

NAME = "replay"
HELP = "give a bot the views of a recorded match (exit status 1: its move differs or it failed)"


class ProgramFailed(EngineError):
    """An author's file failed where it had not: what happened, where, and what it wrote last."""

    code = "program-failed"


class _Question(NamedTuple):
    """What the seat was asked before an event, and what came of it."""

    number: int  # of the event, from 1
    view: Any
    legal: list[Event]
    played: Event | Fault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The match, the seat and the file."""
    parser.add_argument("match", type=Path, metavar="MATCH", help="file with the game record, text or JSON")
    parser.add_argument("--game", type=whole(1), metavar="N", help="number of the game in the file, from 1")
    parser.add_argument("--seat", type=whole(1), required=True, metavar="N", help="seat of the bot, from 1")
    parser.add_argument("--bot", required=True, metavar="FILE", help="bot file, such as ./mybot.py")
    luck = parser.add_mutually_exclusive_group()
    luck.add_argument("--seed", type=whole(0), metavar="S", help="seed of a game played on the command line")
    luck.add_argument(
        "--luck",
        metavar="HEX",
        help="seed of a match of your bot on the site; Bots > Matches and logs shows the whole command",
    )


def run(given: argparse.Namespace) -> Answer:
    """Whether the bot would play as it did. Raises EngineError, or OSError for what cannot be read."""
    record = _the_record(given.match, given.game)
    seat = given.seat - 1
    if seat >= len(record.seats):
        raise OptionError(f"The match has {len(record.seats)} seats. Set --seat from 1 to {len(record.seats)}.")
    rng = seat_rngs(_luck(given), len(record.seats))[seat]
    noted = _fault_of(record, seat)
    bot = seated(given.bot, game=record.game, way=way_here())
    asked: list[_Question] = []
    try:
        with bot:
            for question in _questions(record, seat, noted):
                asked.append(question)
                choice = bot.choose(question.view, question.legal, Budget(), rng)
                if choice != question.played:
                    return _otherwise(record, seat, asked, choice)
    except BotFault as fault:  # its log is whole, for it has left
        return _fails(record, seat, bot, fault, _noted_here(asked, noted), asked)
    return _same(asked, noted)


def _the_record(path: Path, number: int | None) -> Record:
    records = list(read_file(path))
    if number is None and len(records) != 1:
        raise RecordError(f"{path.name} holds {quantity(len(records), 'record')}. Choose one with --game, from 1.")
    if (number or 1) > len(records):
        held = quantity(len(records), "record")
        raise OptionError(f"{path.name} holds {held}. Set --game from 1 to {len(records)}.")
    return records[(number or 1) - 1]


def _luck(given: argparse.Namespace) -> bytes:
    """Where neither is given, the bot's generator is that of seed 1: enough for a bot that uses none."""
    if given.luck is None:
        return seed_luck(1 if given.seed is None else given.seed)
    try:
        return bytes.fromhex(given.luck)
    except ValueError as error:
        raise OptionError("--luck is not hexadecimal. Copy it from the page of the match.") from error


def _fault_of(record: Record, seat: int) -> Fault | None:
    own = [fault for fault in record.faults if fault.seat == seat]
    return min(own, key=lambda fault: fault.event, default=None)


def _questions(record: Record, seat: int, noted: Fault | None) -> Iterator[_Question]:
    """What the seat was asked, up to where it failed; a file that did not load was asked nothing."""
    for number, (state, event) in enumerate(_positions(record), start=1):
        came = noted if noted and number >= noted.event else event
        if state.turn == seat and came is not None:
            yield _Question(number, state.view(seat), state.legal_moves(), came)
        if came is noted:
            return


def _positions(record: Record) -> Iterator[tuple[State, Event | None]]:
    """Each event with the state before it, and the last state with none: there a match ends that was broken off."""
    state = start(record)
    for state, event in steps(record):
        yield state, event
    yield state, None


def _noted_here(asked: Sequence[_Question], noted: Fault | None) -> Fault | None:
    """The fault that the record has where the bot is now; before its first question that of a file."""
    if not asked:
        return noted if noted and noted.event == 1 else None
    played = asked[-1].played
    return played if isinstance(played, Fault) else None


def _same(asked: Sequence[_Question], noted: Fault | None) -> Answer:
    facts: dict[str, object] = {"same": True, "choices": len(asked)}
    if noted is None:
        return Answer(_all_same(len(asked)), facts)
    where = f"It failed in the record, at event {noted.event}: {noted.reason}"
    return Answer(f"{where} Now its file loads.", {**facts, **_about(noted, None)})


def _all_same(choices: int) -> str:
    if not choices:
        return "The bot had no move to choose."
    return "Its only move is the same." if choices == 1 else f"All {choices} moves are the same."


def _otherwise(record: Record, seat: int, asked: Sequence[_Question], choice: Event) -> Answer:
    """Another choice than in the record, or one where it had failed."""
    number, view, _legal, played = asked[-1]
    if isinstance(played, Fault):
        return _fails_no_more(record, asked, choice, played)
    game = registry.game(record.game)
    then, now = game.describe_event(view, played), game.describe_event(view, choice)
    text = (
        f"{_player(record, seat)}\nAt event {number} of the record (deals and draws count) the bot now plays "
        f"differently.\nRecord: {then}\nNow:    {now}\n\n{game.sketch(view)}"
    )
    facts = {"same": False, "player": record.seats[seat], "event": number, "then": list(played), "now": list(choice)}
    return Answer(text, facts, status=1)


def _fails_no_more(record: Record, asked: Sequence[_Question], choice: Event, noted: Fault) -> Answer:
    """It may be mended, or the fault had to do with the machine."""
    game, view, before = registry.game(record.game), asked[-1].view, len(asked) - 1
    text = (
        f"Moves so far, all the same: {before}. In the record it failed at event {noted.event}: "
        f"{noted.reason} Now it does not fail there.\n"
        f"Now:    {game.describe_event(view, choice)}\n\n{game.sketch(view)}"
    )
    return Answer(text, {"same": True, "choices": before, **_about(noted, None), "now": list(choice)})


def _player(record: Record, seat: int) -> str:
    return f"Seat {seat + 1} in the record: {record.seats[seat]}."


def _fails(
    record: Record, seat: int, bot: SeatedBot, fault: BotFault, noted: Fault | None, asked: Sequence[_Question]
) -> Answer:
    """The fault of the record again. Raises ProgramFailed for one that the record does not have there."""
    now = told_fault(fault.sentence, fault.detail)
    if noted is None:
        where = f"at its move {len(asked)} (event {asked[-1].number})" if asked else "before its first move"
        told = f"{_player(record, seat)}\n{bot.slug} failed {where}; in the record it did not. {now}{told_log(bot.log)}"
        raise ProgramFailed(told, bot=bot.slug, fault=fault.kind)
    as_then = f", as in the record: {now}"
    if fault.sentence != noted.reason:
        as_then = f", but differently.\nRecord: {noted.reason}\nNow:    {now}"
    table = f"\n\n{registry.game(record.game).sketch(asked[-1].view)}" if asked else ""
    text = f"At event {noted.event} {bot.slug} fails again{as_then}{told_log(bot.log)}{table}"
    facts = {"same": True, "choices": len(asked[:-1]), **_about(noted, fault), "log": bot.log}
    return Answer(text, facts, status=1)


def _about(noted: Fault, now: BotFault | None) -> dict[str, object]:
    detail = {"detail": now.detail} if now and now.detail else {}
    return {"fault": {"event": noted.event, "then": noted.reason, "now": now.sentence if now else None, **detail}}
