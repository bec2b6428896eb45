"""The commands of `python3 -m engine`. Each prints text, or JSON with `--json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from engine.cli.bench import BENCH
from engine.cli.check import CHECK
from engine.cli.common import Answer, program_name
from engine.cli.compare import COMPARE
from engine.cli.info import BOTS, GAMES, PERFT, SCHEMA
from engine.cli.play import PLAY
from engine.cli.replay import REPLAY
from engine.cli.verify import VERIFY
from engine.core.errors import EngineError

_COMMANDS = (PLAY, CHECK, COMPARE, REPLAY, VERIFY, PERFT, GAMES, BOTS, SCHEMA, BENCH)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status.

    0 done, 1 refused or found wrong, 2 misused, 3 not decided, 130 stopped by Ctrl-C or at the end of the input.
    """
    args = _parser().parse_args(arguments)
    try:
        answer: Answer = args.run(args)
        sys.stdout.write(f"{json.dumps(answer.facts, ensure_ascii=False) if args.json else answer.text}\n")
        sys.stdout.flush()
    except EngineError as refusal:
        return _refuse(str(refusal), refusal.code, as_json=args.json)
    except BrokenPipeError:  # the reader has closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _refuse(f"{error.filename or 'The file'}: {error.strerror}.", "file", as_json=args.json)
    except (KeyboardInterrupt, EOFError):  # EOFError: the input of a person at the prompt has ended
        sys.stderr.write("\nStopped.\n")
        return 130
    return answer.status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program_name(), description="Play, check and verify games of Moothill.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        own = commands.add_parser(command.name, help=command.help, description=command.help)
        own.add_argument("--json", action="store_true", help="print JSON")
        own.set_defaults(run=command.run)
        command.add_arguments(own)
    return parser


def _refuse(sentence: str, code: str, *, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(f"{json.dumps({'error': code, 'message': sentence}, ensure_ascii=False)}\n")
    else:
        sys.stderr.write(f"{sentence}\n")
    return 1
