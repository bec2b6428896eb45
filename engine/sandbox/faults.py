"""What can go wrong with a program at a seat.

BotFault         the bot's fault: a result, with a reason in our words
SandboxFailed    the machine's fault: the match is played again
NoSandbox        no sandbox works on this machine: no untrusted bot runs here
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core.messages import message

# In our words alone: what a bot writes is for its owner's eyes, and never enters a record.
REASONS: Mapping[str, str] = MappingProxyType({
    "timeout": message("It used up its time."),
    "crash": message("It crashed."),
    "illegal": message("It chose an illegal move."),
    "flood": message("It wrote to standard output directly."),
    "memory": message("It used up its memory."),
    "load": message("Its file could not be loaded."),
    "away": message("It was away too long."),
})  # fmt: skip


class BotFault(Exception):
    """The bot failed. `kind` is one of REASONS; the sentence is public and has no text of the bot.

    `detail` is what was measured, in our words too; it is for the bot's owner, since it differs in a replay.
    """

    def __init__(self, kind: str, sentence: str = "", *, detail: str = "") -> None:
        self.kind = kind
        self.sentence = sentence or REASONS[kind]
        self.detail = detail
        super().__init__(self.sentence)


class SandboxFailed(Exception):
    """The machine failed, not the bot; the message is for an operator."""


class NoSandbox(SandboxFailed):
    """No sandbox works on this machine; `reasons` has a sentence for each that was tried."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        super().__init__(" ".join(reasons))
