"""Contexts of the pages of games against bots.

Everything is drawn and described from the person's own view: nothing else of the state leaves this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Event, Game, Outcome, State
from games.bots.queries import builtin_bot_ids
from games.matches.boards import draw, question, templates_of
from games.matches.boards.plain import SeatLabel
from games.matches.models import commitment_of
from games.matches.presenters import VISITOR, ResultRow
from games.matches.replays import Step
from games.play.errors import NoSuchPracticeGame
from games.play.game_state import Play, replay_events
from games.play.models import PracticeGame
from games.play.move_buttons import MoveButton, MoveGroup, move_buttons, move_groups, question_of
from games.play.opponents import Opponent, default_opponents, opponent_name, opponents_for
from league.common.messages import game_name, render_message
from league.common.validators import whole_number

MOST_RECENT = 40  # events shown since the last move; older ones are in the steps

_KINDS: dict[str, str] = {
    PracticeGame.Status.PLAYING: "live",
    PracticeGame.Status.OVER: "done",
    PracticeGame.Status.GIVEN_UP: "waiting",
}


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """What one seat saw of an event: its number from 1, a sentence ("" for nothing), whether the seat decided it.

    `event` is set if the seat saw all of it, so that it may be drawn.
    """

    number: int
    sentence: str
    is_own: bool
    event: Event | None = None


class SeatLog:
    """Collects what one seat sees of a replay; called with each state and event."""

    def __init__(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.events: list[SeenEvent] = []
        self._game, self._seat, self._names = game, seat, names

    def __call__(self, state: State, event: Event) -> None:
        """Add one event."""
        sentence = self._game.observation_text(state, event, self._seat) or ""
        shown = render_message(sentence, self._names, self._seat)
        whole = event if sentence and self._game.describe_event(state, event) in sentence else None
        self.events.append(SeenEvent(len(self.events) + 1, shown, state.turn == self._seat, whole))

    def seen(self, number: int) -> Event | None:
        """Return the event of that number if the seat saw all of it; None before the first."""
        return self.events[number - 1].event if number else None

    @property
    def steps(self) -> list[SeenEvent]:
        """The events that were seen, in order."""
        return [event for event in self.events if event.sentence]

    def since_own_move(self) -> list[SeenEvent]:
        """Return the events from the seat's last decision on; all if it had none."""
        last = max((index for index, event in enumerate(self.events) if event.is_own), default=0)
        return join_deals(event for event in self.events[last:] if event.sentence)[-MOST_RECENT:]


def join_deals(events: Iterable[SeenEvent]) -> list[SeenEvent]:
    """Join consecutive deals to one sentence: "You are dealt Scott 3, Wemyss 4." """
    lines: list[SeenEvent] = []
    dealt = _("You are dealt ")
    for event in events:
        if lines and lines[-1].sentence.startswith(dealt) and event.sentence.startswith(dealt):
            sentence = f"{lines[-1].sentence.rstrip('.')}, {event.sentence.removeprefix(dealt)}"
            lines[-1] = SeenEvent(event.number, sentence, lines[-1].is_own, event.event)
        else:
            lines.append(event)
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """A game at one step: the drawn table, and what every state of the page needs.

    `events_seen` counts the events so far, `steps` those that the person saw. `secret` is "" while they play.
    """

    practice_game: PracticeGame
    game: Game
    events_seen: int
    commitment: str
    secret: str
    address: str
    table: Mapping[str, Any]
    tables: Sequence[str]
    steps: int
    recent_events: Sequence[SeenEvent]


class NamedGame(NamedTuple):
    """A game of which only the name is known."""

    name: str


@dataclass(frozen=True, slots=True)
class OtherRules:
    """A game that began under rules that this version does not play."""

    practice_game: PracticeGame
    game: NamedGame
    is_of_other_rules: bool = True


@dataclass(frozen=True, slots=True)
class EarlierStep:
    """The last step that the person saw, up to the requested event, with links to the others."""

    step: Step
    sentence: str
    is_back: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A game in which the person has nothing to decide."""

    is_given_up: bool = False
    is_waiting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion:
    """The question to the person: their moves in groups, `count` in all, and the one that a hint names."""

    question: str
    groups: Sequence[MoveGroup]
    count: int
    hint: MoveButton | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result, best place first; `place` and `is_shared` are the person's."""

    result: Sequence[ResultRow]
    reason: str
    place: int
    is_shared: bool
    is_over: bool = True


class TableOffer(NamedTuple):
    """A game with its preselected opponents."""

    game: Game
    opponents: Sequence[Opponent]


class GameRow(NamedTuple):
    """A game in a list, with its status for `shared/_state.html`."""

    practice_game: PracticeGame
    name: str
    kind: str


Part = OtherRules | TablePage | EarlierStep | Pause | MoveQuestion | Result


def practice_game_parts(practice_game: PracticeGame, step: str = "") -> list[Part]:
    """Return the parts of the page of a game, at event `step` if given. Raise `NoSuchPracticeGame`."""
    if not practice_game.is_of_these_rules:
        return [OtherRules(practice_game, NamedGame(game_name(practice_game.game)))]
    labels = labels_at(practice_game)
    log = SeatLog(registry.game(practice_game.game), practice_game.seat, _names(labels))
    play = replay_events(practice_game.table, practice_game.events, log)
    number = _number(step, practice_game)
    shown = play if number is None else replay_events(play.table, practice_game.events[:number])
    page = TablePage(
        practice_game=practice_game,
        game=play.game,
        events_seen=len(play.events),
        commitment=commitment_of(bytes(practice_game.secret)),
        secret="" if practice_game.is_being_played else bytes(practice_game.secret).hex(),
        address=practice_game.get_absolute_url(),
        table=draw(practice_game.game, shown.state.view(practice_game.seat), log.seen(len(shown.events)), labels),
        tables=templates_of(practice_game.game),
        steps=len(log.steps),
        recent_events=log.since_own_move() if number is None else [],
    )
    if number is not None:
        return [page, _earlier_step(page.address, log, number)]
    return [page, _present(practice_game, play, labels)]


def labels_at(practice_game: PracticeGame) -> list[SeatLabel]:
    """Return name and tartan by seat; a visitor is "You", since nobody else sees the page. One query.

    The key of a tartan is the public id of the player, one for all visitors. `mine` is the person's seat, `is_own`
    too if they are signed in.
    """
    bots, player = builtin_bot_ids(), practice_game.player
    person = SeatLabel(player.name, player.public_id, is_own=True) if player else SeatLabel(_("You"), VISITOR)
    return [
        SeatLabel(opponent_name(*bot), bots.get(tuple(bot), "")) if bot else person._replace(mine=True)
        for bot in practice_game.bots
    ]


def _names(labels: Iterable[SeatLabel]) -> list[str]:
    return [label.name for label in labels]


def _present(practice_game: PracticeGame, play: Play, labels: Sequence[SeatLabel]) -> Result | Pause | MoveQuestion:
    """Return the present step: the result, the question, or whose turn it is."""
    if outcome := play.state.outcome:
        return _result(play, outcome, labels)
    if not practice_game.is_being_played:
        return Pause(is_given_up=True)
    if not play.waits_for_person:
        return Pause(is_waiting=True)
    view, legal = play.state.view(play.seat), play.state.legal_moves()
    moves = move_buttons(play, view, legal, _names(labels))
    hint = tuple(practice_game.hint or ()) if practice_game.hint_position == len(play.events) else None
    return MoveQuestion(
        question=question(play.game.slug, view, legal) or question_of(moves),
        groups=move_groups(moves),
        count=len(moves),
        hint=next((move for event, move in zip(legal, moves, strict=True) if event == hint), None),
    )


def _result(play: Play, outcome: Outcome, labels: Sequence[SeatLabel]) -> Result:
    seats = sorted(zip(labels, outcome.points, outcome.places, strict=True), key=lambda seat: seat[2])
    place = outcome.places[play.seat]
    return Result(
        result=[ResultRow(*label[:3], points, place, mine=label.mine) for label, points, place in seats],
        reason=render_message(outcome.reason, _names(labels), play.seat),
        place=place,
        is_shared=outcome.places.count(place) > 1,
    )


def _earlier_step(address: str, log: SeatLog, number: int) -> EarlierStep:
    numbers = [0, *(event.number for event in log.steps)]
    index = max(index for index, step in enumerate(numbers) if step <= number)
    earlier = (f"{address}?step=0", f"{address}?step={numbers[index - 1]}") if index else ("", "")
    later = f"{address}?step={numbers[index + 1]}" if index + 1 < len(numbers) else ""
    step = Step(index, len(numbers) - 1, *earlier, later, address)
    return EarlierStep(step, log.events[numbers[index] - 1].sentence if index else "")


def _number(step: str, practice_game: PracticeGame) -> int | None:
    """Return the requested step, or None for the present."""
    if not step:
        return None
    number = whole_number(step, len(practice_game.events))
    if number is None:
        raise NoSuchPracticeGame(
            _("A step of this game is a whole number from 0 to %(last)d.") % {"last": len(practice_game.events)}
        )
    return number


def table_offers() -> list[TableOffer]:
    """Return each game with its preselected opponents."""
    offers = []
    for slug, game in registry.games().items():
        keys = default_opponents(slug, max(game.min_seats, 2))
        offers.append(TableOffer(game, [opponent for opponent in opponents_for(slug) if opponent.key in keys]))
    return offers


def game_rows(practice_games: Iterable[PracticeGame]) -> list[GameRow]:
    """Return the games as lines of a list."""
    rows = []
    for practice_game in practice_games:
        names = ", ".join(opponent_name(*bot) for bot in practice_game.opponents)
        name = _("%(game)s against %(names)s") % {"game": game_name(practice_game.game), "names": names}
        rows.append(GameRow(practice_game, name, _KINDS[practice_game.status]))
    return rows
