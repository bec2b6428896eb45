"""What goes wrong with a program at a seat, told apart by whose fault it is.

BotFault         the bot's: a result, with a reason in our words
SandboxFailed    the machine's: the match is played again, and nobody loses by it
NoSandbox        this machine holds no sandbox: nothing of a stranger runs here
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# In our words alone: what a bot writes is for its owner's eyes, and never enters a record.
REASONS: Mapping[str, str] = MappingProxyType({
    "timeout": "It used up its time.",
    "crash": "It crashed.",
    "illegal": "It chose an illegal move.",
    "flood": "It wrote to standard output directly.",
    "memory": "It used up its memory.",
    "load": "Its file could not be loaded.",
    "away": "It was away too long.",
})  # fmt: skip


class BotFault(Exception):
    """The bot failed. `kind` is one of REASONS; the sentence is public and holds nothing that the bot wrote.

    `detail` is what was measured, in our words too: for its owner, since it is not the same in a replay.
    """

    def __init__(self, kind: str, sentence: str = "", *, detail: str = "") -> None:
        self.kind = kind
        self.sentence = sentence or REASONS[kind]
        self.detail = detail
        super().__init__(self.sentence)


class SandboxFailed(Exception):
    """The machine failed before or beside the bot; what happened is for an operator."""


class NoSandbox(SandboxFailed):
    """No sandbox holds on this machine; `reasons` say why, a sentence for each that was tried."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        super().__init__(" ".join(reasons))
