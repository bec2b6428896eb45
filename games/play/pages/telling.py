"""What somebody sees happen at their table, event by event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.core.game import Event, Game, State
from games.play.pages.speech import heard

MOST_TOLD = 40  # sentences since somebody's last move; older ones stand in the steps


@dataclass(frozen=True, slots=True)
class Told:
    """What one seat saw of an event: its number (from 1), the sentence ("" for nothing), whether it decided it.

    `event` is there if the seat saw all of it, so that it may be drawn.
    """

    number: int
    sentence: str
    is_own: bool
    event: Event | None = None


class Listener:
    """Sits at a table and hears what happens there; the witness of a replay."""

    def __init__(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.told: list[Told] = []
        self._game, self._seat, self._names = game, seat, names

    def __call__(self, state: State, event: Event) -> None:
        """Hear one event."""
        sentence = self._game.tell(state, event, self._seat) or ""
        said = heard(sentence, self._seat, self._names)
        whole = event if self._game.describe_event(state, event) in sentence else None
        self.told.append(Told(len(self.told) + 1, said, state.turn == self._seat, whole))

    def seen(self, number: int) -> Event | None:
        """The event of that number, if the seat saw all of it; None for one it did not, and before the first."""
        return self.told[number - 1].event if number else None

    @property
    def steps(self) -> list[Told]:
        """What was seen at all, in order."""
        return [one for one in self.told if one.sentence]

    def since_own_move(self) -> list[Told]:
        """What was seen from the seat's last decision on, that decision first; from the beginning if it had none."""
        last = max((at for at, one in enumerate(self.told) if one.is_own), default=0)
        return joined(one for one in self.told[last:] if one.sentence)[-MOST_TOLD:]


def joined(told: Iterable[Told]) -> list[Told]:
    """A hand as one sentence: "You are dealt Scott 3, Wemyss 4." """
    lines: list[Told] = []
    dealt = _("You are dealt ")
    for one in told:
        if lines and lines[-1].sentence.startswith(dealt) and one.sentence.startswith(dealt):
            sentence = f"{lines[-1].sentence.rstrip('.')}, {one.sentence.removeprefix(dealt)}"
            lines[-1] = Told(one.number, sentence, lines[-1].is_own, one.event)
        else:
            lines.append(one)
    return lines
