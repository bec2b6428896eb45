"""What is refused of remote bots, beside what games.bots refuses.

Refusal
├── AnswerRefused      what was posted is no answer
├── MoveNotOffered     a move that is not among the legal ones; the bot is at fault   (422)
└── QuestionOver       nobody waits for this answer any more                          (409)
"""

from typing import ClassVar

from league.shared.errors import Conflict, Refusal


class AnswerRefused(Refusal):
    """Nothing was played: the sentence says what an answer is."""

    code = "answer-refused"


class MoveNotOffered(Refusal):
    """The answer was taken, and is a fault."""

    status: ClassVar[int] = 422
    code = "move-not-offered"


class QuestionOver(Conflict):
    """Too late, or never asked."""

    code = "question-over"
