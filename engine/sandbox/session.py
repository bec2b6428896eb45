"""The child's side of the protocol: loads a bot file and asks it for its choices."""

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
from engine.sandbox.limits import is_archive
from engine.sandbox.wire import STACK_SIGNAL, read_frame

Choose = Callable[[Any, Sequence[Event], Budget, Random], Event]
Answer = Callable[[bytes], object]

NAME, FILE = "bot", "bot.py"  # what an author's file is called in its process


def load_game(slug: str) -> Game:
    """Load one game; the registry would load all of them."""
    return cast(Game, import_module(f"engine.games.{slug.replace('-', '_')}").GAME)


def serve(game: Game, questions: BinaryIO, answer: Answer) -> None:
    """Answer the server's questions until it closes the pipe: the first is the file, the others are views."""
    sys.stdout = sys.stderr  # what a bot prints is its log
    if STACK_SIGNAL is not None:
        faulthandler.register(STACK_SIGNAL, file=sys.stderr, all_threads=False)
    first = read_frame(questions)
    if first is None:
        return
    request, source = first
    choose = _run_step(answer, request, lambda: _load(source), "load")
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
    index = _run_step(answer, request, lambda: _index_of(choose(*question), legal), "crash")
    if index is not None:
        answer(f"{request} {index if index >= 0 else 'illegal'}\n".encode())


def _index_of(choice: Any, legal: Sequence[Event]) -> int:
    """Return the index of its move among the legal ones, or -1. The choice may be any object, with any behaviour."""
    try:
        return legal.index(cast(Event, tuple(choice)))
    except (TypeError, ValueError):
        sys.stderr.write(f"{choice!r:.200} is not a legal move. Number of legal moves: {len(legal)}.\n")
        return -1


def _run_step(answer: Answer, request: str, step: Callable[[], Any], fault: str) -> Any | None:
    """Return the result of the bot's own code; None when it failed, after answering with the fault and logging it."""
    try:
        return step()
    except MemoryError:
        answer(f"{request} memory\n".encode())
    except BaseException as error:  # an author's file may raise anything, SystemExit too
        _log_traceback(error)
        answer(f"{request} {fault}\n".encode())
    sys.stderr.flush()
    return None


def _log_traceback(error: BaseException) -> None:
    """Log the traceback from the bot's own first line on."""
    import traceback  # slow to load, and seldom needed

    failure = traceback.TracebackException.from_exception(error)
    own = [number for number, frame in enumerate(failure.stack) if frame.filename == FILE]
    del failure.stack[: own[0] if own else len(failure.stack)]
    sys.stderr.write("".join(failure.format()) + _advice(error))


def _advice(error: BaseException) -> str:
    """Return how to read a file of the bot's zip, if that is what it could not open; else ""."""
    if not isinstance(error, OSError) or not isinstance(error.filename, str):
        return ""
    from engine.sandbox.archive import ArchiveImporter  # slow to load, and seldom needed

    importers = [finder for finder in sys.meta_path if isinstance(finder, ArchiveImporter)]
    return importers[0].advice_on(error.filename) if importers else ""


def _load(source: bytes) -> Choose:
    module = _module_of_archive(source) if is_archive(source) else _module_of_file(source)
    choose = getattr(module, "choose", None) or getattr(getattr(module, "BOT", None), "choose", None)
    if not callable(choose):
        raise TypeError("The file needs a function choose(view, legal, budget, rng), or BOT with a method choose.")
    return cast(Choose, choose)


def _module_of_archive(source: bytes) -> ModuleType:
    from engine.sandbox.archive import Archive, ArchiveImporter  # slow to load, and needed by few

    sys.meta_path.insert(0, ArchiveImporter(Archive(source)))
    return import_module(NAME)


def _module_of_file(source: bytes) -> ModuleType:
    module = ModuleType(NAME)
    sys.modules[NAME] = module
    linecache.cache[FILE] = (len(source), None, source.decode("utf-8", "replace").splitlines(keepends=True), FILE)
    code: CodeType = compile(source, FILE, "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102  (the sandboxed process runs the bot)
    return module
