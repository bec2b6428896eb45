"""The command `replay`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.cli.bot_files import fault_text, label_of, log_text, read_source, safest_start
from engine.cli.common import Answer, Command, whole_number
from engine.cli.results import EVENT_NOTE
from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import EngineError, OptionError, RecordError
from engine.core.game import Event, State
from engine.core.match import seat_rngs, seed_luck
from engine.core.record import Fault, Record, start, steps
from engine.core.text import quantity
from engine.notation import read_file
from engine.sandbox.faults import BotFault
from engine.sandbox.seat import SeatedBot

SEED_HINT: Final = (
    "\n\nIf the bot uses rng, it needs the seed of this game: --seed for a game of `play`, --luck for a match on the "
    "site. Without them the seed is 1."
)


class ProgramFailed(EngineError):
    """A bot file failed where it did not fail in the record."""

    code = "program-failed"


class _Question(NamedTuple):
    """What the seat was asked before an event, and what it did."""

    number: int  # of the event, from 1
    view: Any
    legal: list[Event]
    played: Event | Fault


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=Path, metavar="MATCH", help="file with the game record, text or JSON")
    parser.add_argument("--game", type=whole_number(1), metavar="N", help="number of the game in the file, from 1")
    parser.add_argument("--seat", type=whole_number(1), required=True, metavar="N", help="seat of the bot, from 1")
    parser.add_argument("--bot", required=True, metavar="FILE", help="bot file, zip or folder, such as ./mybot.py")
    luck = parser.add_mutually_exclusive_group()
    luck.add_argument("--seed", type=whole_number(0), metavar="S", help="seed of a game played on the command line")
    luck.add_argument(
        "--luck",
        metavar="HEX",
        help="seed of a match of your bot on the site; Bots > Matches and logs shows the whole command",
    )


def _replay_match(args: argparse.Namespace) -> Answer:
    """Ask a bot for the moves of its seat, up to the first difference. Raise EngineError or OSError."""
    record = _chosen_record(args.match, args.game)
    seat = args.seat - 1
    if seat >= len(record.seats):
        raise OptionError(f"The match has {len(record.seats)} seats. Set --seat from 1 to {len(record.seats)}.")
    rng = seat_rngs(_bot_seed(args), len(record.seats))[seat]
    recorded = _fault_of(record, seat)
    source, slug = read_source(args.bot), label_of(args.bot)
    bot = SeatedBot(source, game=record.game, start=safest_start(), slug=slug)
    questions: list[_Question] = []
    try:
        with bot:
            for question in _questions(record, seat, recorded):
                questions.append(question)
                choice = bot.choose(question.view, question.legal, Budget(), rng)
                if choice != question.played:
                    is_seeded = args.seed is not None or args.luck is not None
                    return _different_answer(record, seat, questions, choice, is_seeded=is_seeded)
    except BotFault as fault:  # the bot has ended, so its log is complete
        return _failure_answer(record, seat, bot, fault, _expected_fault(questions, recorded), questions)
    return _same_answer(questions, recorded)


def _chosen_record(path: Path, number: int | None) -> Record:
    records = list(read_file(path))
    if number is None and len(records) != 1:
        raise RecordError(f"{path.name} holds {quantity(len(records), 'record')}. Choose one with --game, from 1.")
    if (number or 1) > len(records):
        count = quantity(len(records), "record")
        raise OptionError(f"{path.name} holds {count}. Set --game from 1 to {len(records)}.")
    return records[(number or 1) - 1]


def _bot_seed(args: argparse.Namespace) -> bytes:
    """Return the seed of the bots' generators; by default that of `--seed 1`."""
    if args.luck is None:
        return seed_luck(1 if args.seed is None else args.seed)
    try:
        return bytes.fromhex(args.luck)
    except ValueError as error:
        raise OptionError("--luck is not hexadecimal. Copy it from the page of the match.") from error


def _fault_of(record: Record, seat: int) -> Fault | None:
    own = [fault for fault in record.faults if fault.seat == seat]
    return min(own, key=lambda fault: fault.event, default=None)


def _questions(record: Record, seat: int, recorded: Fault | None) -> Iterator[_Question]:
    """Yield what the seat was asked, up to its fault; nothing if its file could not be loaded."""
    for number, (state, event) in enumerate(_positions(record), start=1):
        is_fault = recorded is not None and number >= recorded.event
        played = recorded if is_fault else event
        if state.turn == seat and played is not None:
            yield _Question(number, state.view(seat), state.legal_moves(), played)
        if is_fault:
            return


def _positions(record: Record) -> Iterator[tuple[State, Event | None]]:
    """Yield each event with the state before it, and the last state with None, where an unfinished match ends."""
    state = start(record)
    for state, event in steps(record):
        yield state, event
    yield state, None


def _expected_fault(questions: Sequence[_Question], recorded: Fault | None) -> Fault | None:
    """Return the fault of the record at the current question; before the first one, that of loading the file."""
    if not questions:
        return recorded if recorded and recorded.event == 1 else None
    played = questions[-1].played
    return played if isinstance(played, Fault) else None


def _same_answer(questions: Sequence[_Question], recorded: Fault | None) -> Answer:
    facts: dict[str, object] = {"same": True, "choices": len(questions)}
    if recorded is None:
        return Answer(_same_text(len(questions)), facts)
    where = f"It failed in the record, at event {recorded.event}: {recorded.reason}"
    return Answer(f"{where} Now its file loads.", {**facts, **_fault_facts(recorded, None)})


def _same_text(choices: int) -> str:
    if not choices:
        return "The bot had no move to choose."
    return "Its only move is the same." if choices == 1 else f"All {choices} moves are the same."


def _different_answer(
    record: Record, seat: int, questions: Sequence[_Question], choice: Event, *, is_seeded: bool
) -> Answer:
    """Return the answer for a move that differs from the record, or for no fault where the record has one."""
    number, view, _legal, played = questions[-1]
    if isinstance(played, Fault):
        return _no_failure_answer(record, questions, choice, played)
    game = registry.game(record.game)
    then, now = game.describe_event(view, played), game.describe_event(view, choice)
    text = (
        f"{_player_text(record, seat)} {EVENT_NOTE}\nAt event {number} the bot now plays differently.\n"
        f"Record: {then}\nNow:    {now}\n\n{game.sketch(view)}{'' if is_seeded else SEED_HINT}"
    )
    facts = {"same": False, "player": record.seats[seat], "event": number, "then": list(played), "now": list(choice)}
    return Answer(text, facts, status=1)


def _no_failure_answer(record: Record, questions: Sequence[_Question], choice: Event, recorded: Fault) -> Answer:
    """Return the answer where the record has a fault and the bot now moves."""
    game, view, before = registry.game(record.game), questions[-1].view, len(questions) - 1
    text = (
        f"Moves so far, all the same: {before}. In the record it failed at event {recorded.event}: "
        f"{recorded.reason} Now it does not fail there.\n"
        f"Now:    {game.describe_event(view, choice)}\n\n{game.sketch(view)}"
    )
    return Answer(text, {"same": True, "choices": before, **_fault_facts(recorded, None), "now": list(choice)})


def _player_text(record: Record, seat: int) -> str:
    return f"Seat {seat + 1}, in the record named {record.seats[seat]}."


def _failure_answer(
    record: Record, seat: int, bot: SeatedBot, fault: BotFault, recorded: Fault | None, questions: Sequence[_Question]
) -> Answer:
    """Return the answer for a fault as in the record. Raise ProgramFailed if the record has none there."""
    now = fault_text(fault.sentence, fault.detail)
    if recorded is None:
        where = f"at its move {len(questions)} (event {questions[-1].number})" if questions else "before its first move"
        failed = f"{bot.slug} failed {where}; in the record it did not. {now}{log_text(bot.log)}"
        raise ProgramFailed(f"{_player_text(record, seat)}\n{failed}", bot=bot.slug, fault=fault.kind)
    as_then = f", as in the record: {now}"
    if fault.sentence != recorded.reason:
        as_then = f", but differently.\nRecord: {recorded.reason}\nNow:    {now}"
    table = f"\n\n{registry.game(record.game).sketch(questions[-1].view)}" if questions else ""
    text = f"At event {recorded.event} {bot.slug} fails again{as_then}{log_text(bot.log)}{table}"
    facts = {"same": True, "choices": len(questions[:-1]), **_fault_facts(recorded, fault), "log": bot.log}
    return Answer(text, facts, status=1)


def _fault_facts(recorded: Fault, now: BotFault | None) -> dict[str, object]:
    detail = {"detail": now.detail} if now and now.detail else {}
    return {"fault": {"event": recorded.event, "then": recorded.reason, "now": now.sentence if now else None, **detail}}


REPLAY = Command(
    "replay",
    "give a bot the views of a recorded match (exit status 1: its move differs or it failed)",
    _replay_match,
    _replay_arguments,
)
