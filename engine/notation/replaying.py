"""Plays a script that is stated in full, item by item."""

from __future__ import annotations

from engine.core.errors import EngineError, RecordError
from engine.core.game import Event, State
from engine.core.record import start
from engine.core.vocabulary import complete_event, is_complete
from engine.notation.clauses import Item
from engine.notation.meaning import Meaning, at_item
from engine.notation.script import Script


class Replaying:
    """The events played so far, and the state they have led to."""

    def __init__(self, script: Script) -> None:
        self.state: State = start(script.head)
        self.events: list[Event] = []
        self._script = script
        self._meaning = Meaning(script.head)

    def to_the_end(self) -> None:
        """Play everything. Raises EngineError with the place of the first item that cannot be played."""
        for item in self._script.items:
            self._take(item)
        if self._script.unread is not None:
            raise self._script.unread

    def _take(self, item: Item) -> None:
        pattern = self._meaning.of(self.state, item)
        if pattern is None:
            return
        try:
            if not is_complete(pattern):
                raise RecordError("Somebody wrote ? here, and only a record stated in full can be replayed.")
            event = complete_event(pattern)
            self.state.apply(event)
        except EngineError as refusal:
            raise at_item(refusal, item) from refusal
        self.events.append(event)
