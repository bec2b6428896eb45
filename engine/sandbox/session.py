"""The inner end of the wire: loads an author's file and asks it for its choices. Runs in the child process."""

from __future__ import annotations

import faulthandler
import linecache
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from types import CodeType, ModuleType
from typing import Any, BinaryIO, cast

from engine.core.bot import Budget
from engine.core.game import Event, Game
from engine.core.vocabulary import quantity
from engine.sandbox.wire import STACK_SIGNAL, read_frame

Choose = Callable[[Any, Sequence[Event], Budget, Random], Event]
Answer = Callable[[bytes], object]

NAME, FILE = "bot", "bot.py"  # what an author's file is called in its process


def game_of(slug: str) -> Game:
    """The game of that slug alone; the registry would load all of them."""
    return cast(Game, import_module(f"engine.games.{slug.replace('-', '_')}").GAME)


def serve(game: Game, questions: BinaryIO, answer: Answer) -> None:
    """Answer the house's questions until it hangs up: the first is the file, the others are views."""
    sys.stdout = sys.stderr  # what a bot prints is its log
    if STACK_SIGNAL is not None:
        faulthandler.register(STACK_SIGNAL, file=sys.stderr, all_threads=False)
    first = read_frame(questions)
    if first is None:
        return
    request, source = first
    choose = _asked(answer, request, lambda: _loaded(source), "load")
    if choose is None:
        return
    answer(f"{request} 0\n".encode())
    seen = cast(Any, type(game.start(game.min_seats).view(None)))  # every game's views are named tuples
    rng = Random()
    while (question := read_frame(questions)) is not None:
        request, view, legal, playouts, milliseconds, left, luck = question
        if luck is not None:
            rng.setstate(luck)
        _decide(choose, (seen._make(view), legal, Budget(playouts, milliseconds, left), rng), request, answer)


def _decide(choose: Choose, question: tuple[Any, list[Event], Budget, Random], request: str, answer: Answer) -> None:
    _view, legal, _budget, _rng = question
    index = _asked(answer, request, lambda: _index_of(choose(*question), legal), "crash")
    if index is not None:
        answer(f"{request} {index if index >= 0 else 'illegal'}\n".encode())


def _index_of(choice: Any, legal: Sequence[Event]) -> int:
    """Where its move stands among the legal ones; -1 where it does not. It may be any object, with any manners."""
    try:
        return legal.index(cast(Event, tuple(choice)))
    except (TypeError, ValueError):
        sys.stderr.write(f"{choice!r:.200} is not among the {quantity(len(legal), 'legal move')}.\n")
        return -1


def _asked(answer: Answer, request: str, step: Callable[[], Any], fault: str) -> Any | None:
    """What the bot's own code comes to; None when it failed, which is then answered and told in its log."""
    try:
        return step()
    except MemoryError:
        answer(f"{request} memory\n".encode())
    except BaseException as error:  # an author's file may raise anything, SystemExit too
        _tell(error)
        answer(f"{request} {fault}\n".encode())
    sys.stderr.flush()
    return None


def _tell(error: BaseException) -> None:
    """The traceback from the bot's own first line on; what stands above it is ours."""
    import traceback  # slow to load, and seldom needed

    told = traceback.TracebackException.from_exception(error)
    own = [number for number, frame in enumerate(told.stack) if frame.filename == FILE]
    del told.stack[: own[0] if own else len(told.stack)]
    sys.stderr.write("".join(told.format()))


def _loaded(source: bytes) -> Choose:
    module = ModuleType(NAME)
    sys.modules[NAME] = module
    linecache.cache[FILE] = (len(source), None, source.decode("utf-8", "replace").splitlines(keepends=True), FILE)
    code: CodeType = compile(source, FILE, "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102  (the sandboxed process runs the bot)
    choose = getattr(module, "choose", None) or getattr(getattr(module, "BOT", None), "choose", None)
    if not callable(choose):
        raise TypeError("The file needs a function choose(view, legal, budget, rng), or BOT with a method choose.")
    return cast(Choose, choose)
