"""Answers of remote bots to questions and pings: strict JSON of at most `LARGEST_ANSWER_BYTES`."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.core.strict_json import refuse_number, strict_decoder
from games.bots.errors import AnswerRefused, MoveNotOffered, QuestionOver
from games.bots.remote.mailbox import Receipt, legal_of, store_answer, store_lag

LARGEST_ANSWER_BYTES: Final = 4096
DECODER: Final = strict_decoder(most_digits=9, parse_float=refuse_number)


def receive_answer(bot: str, body: bytes) -> None:
    """Store an answer. Idempotent. Raise `AnswerRefused`, `QuestionOver`, `MoveNotOffered`.

    An illegal move is the bot's fault, as an uploaded bot's is.
    """
    question, move = _parse(body)
    try:
        legal = legal_of(bot, question)
    except LookupError as error:
        raise _question_over() from error
    if legal is None:
        receipt = store_lag(bot, question)
    else:
        choice = _index_of(move, legal)
        receipt = store_answer(bot, question, choice)
        if choice < 0 and receipt != Receipt.NOT_OPEN:
            raise MoveNotOffered(
                _("This move is not legal. A substitute bot finishes the match. Send only moves from “legal”.")
            )
    if receipt == Receipt.NOT_OPEN:
        raise _question_over()


def _question_over() -> QuestionOver:
    sentence = _(
        "No question with this id is open: its time is up, its match has ended, or it never existed. "
        "Answer only open questions."
    )
    return QuestionOver(sentence, field="id")


def _parse(body: bytes) -> tuple[str, Any]:
    """Return the id and the move of an answer. Raise `AnswerRefused`."""
    if len(body) > LARGEST_ANSWER_BYTES:
        raise AnswerRefused(_("The answer is longer than 4096 bytes. Send only the id and the move."))
    try:
        answer = DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        sentence = _(
            "The answer is not valid JSON. Send UTF-8, each field once, and whole numbers below 1,000,000,000."
        )
        raise AnswerRefused(sentence) from error
    if not isinstance(answer, dict) or not {"id"} <= answer.keys() <= {"id", "move"}:
        raise AnswerRefused(
            _("The answer lacks a field or has an unknown one. Send an object with “id” and, for a move, “move”.")
        )
    if not isinstance(answer["id"], str) or not answer["id"].isalnum() or not answer["id"].isascii():
        raise AnswerRefused(_("The id is not a string. Send the id of the question."), field="id")
    return answer["id"], answer.get("move")


def _index_of(move: Any, legal: list[Any]) -> int:
    """Return the index among the legal moves, -1 if it is none of them. Raise `AnswerRefused` for what is no move."""
    if type(move) is int:  # True is not 1 here
        return move if 0 <= move < len(legal) else -1
    if not isinstance(move, list):
        raise AnswerRefused(
            _("The move is not valid. Send its index in “legal”, from 0, or the array at that index."), field="move"
        )
    text = json.dumps(move)  # so that 1 and true are two things
    return next((index for index, legal_move in enumerate(legal) if json.dumps(legal_move) == text), -1)
