"""Answers of remote bots: parsed strictly, and checked against the legal moves of the question."""

import json
from typing import Any, Final, NoReturn

from django.utils.translation import gettext as _

from games.bots.errors import AnswerRefused, MoveNotOffered, QuestionOver
from games.bots.remote import exchange

LARGEST: Final = 4096  # bytes of one answer
_DIGITS: Final = 9
_GONE: Final = 0


def answer(bot: str, body: bytes) -> None:
    """Hand in an answer. Idempotent. Raise `AnswerRefused`, `QuestionOver`, `MoveNotOffered`.

    An illegal move is the bot's fault, as an uploaded bot's is.
    """
    question, told = _read(body)
    try:
        legal = exchange.legal_of(bot, question)
    except LookupError as error:
        raise _over() from error
    if legal is None:
        done = exchange.pong(bot, question)
    else:
        choice = _place_of(told, legal)
        done = exchange.answer(bot, question, choice)
        if choice < 0 and done != _GONE:
            raise MoveNotOffered(
                _("This move is not legal. A substitute bot finishes the match. Send only moves from “legal”.")
            )
    if done == _GONE:
        raise _over()


def _over() -> QuestionOver:
    sentence = _(
        "No question with this id is open: its time is up, its match has ended, or it never existed. "
        "Answer only open questions."
    )
    return QuestionOver(sentence, field="id")


def _read(body: bytes) -> tuple[str, Any]:
    if len(body) > LARGEST:
        raise AnswerRefused(_("The answer is longer than 4096 bytes. Send only the id and the move."))
    try:
        told = json.loads(
            body.decode(), object_pairs_hook=_once_each, parse_constant=_never, parse_float=_never, parse_int=_small
        )
    except (ValueError, RecursionError) as error:
        sentence = _(
            "The answer is not valid JSON. Send UTF-8, each field once, and whole numbers below 1,000,000,000."
        )
        raise AnswerRefused(sentence) from error
    if not isinstance(told, dict) or not {"id"} <= told.keys() <= {"id", "move"}:
        raise AnswerRefused(_("Wrong fields. Send an object with “id” and, for a move, “move”."))
    if not isinstance(told["id"], str) or not told["id"].isalnum() or not told["id"].isascii():
        raise AnswerRefused(_("The id is not a string. Send the id of the question."), field="id")
    return told["id"], told.get("move")


def _place_of(move: Any, legal: list[Any]) -> int:
    """The index of the move among the legal ones, -1 if it is none. Raise `AnswerRefused` for what is no move."""
    if type(move) is int:  # True is not 1 here
        return move if 0 <= move < len(legal) else -1
    if not isinstance(move, list):
        raise AnswerRefused(
            _("The move is not valid. Send its index in “legal”, from 0, or the array at that index."), field="move"
        )
    wanted = json.dumps(move)  # so that 1 and true are two things
    return next((place for place, each in enumerate(legal) if json.dumps(each) == wanted), -1)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name twice")
    return dict(pairs)


def _small(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("a giant integer")
    return int(digits)


def _never(word: str) -> NoReturn:
    raise ValueError(word)
