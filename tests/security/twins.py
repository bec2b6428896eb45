"""Two histories that one seat cannot tell apart: in the second, something is otherwise that the seat did not see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, State
from games.play.game_state import Table, new_play


@dataclass(frozen=True, slots=True)
class Heard:
    """The sentence that a seat gets for each event, and its view at the end; `state` is the full state."""

    sentences: tuple[str | None, ...]
    sight: object
    state: State


def heard(table: Table, events: Sequence[Event], seat: int) -> Heard:
    """Replay by the rules. Raise EngineError where these events cannot be."""
    play = new_play(table)
    sentences = []
    for event in events:
        if event not in dealable(play.state):
            play.state.copy().apply(event)  # refuses what may not be; telling trusts
        sentences.append(play.game.observation_text(play.state, event, seat))
        play.state.advance(event)
    return Heard(tuple(sentences), play.game.view_to_json(play.state.view(seat)), play.state)


def dealable(state: State) -> list[Event]:
    """What chance may do now."""
    return [outcome for outcome, _count in state.chance_outcomes()] if state.turn == CHANCE else []


def twins(table: Table, events: Sequence[Event], seat: int, *, most: int) -> Iterator[list[Event]]:
    """Yield up to `most` histories with one other chance event, which this seat cannot notice but another can."""
    told = heard(table, events, seat)
    found = 0
    for at, other in _otherwise(table, events, seat):
        history = [*events[:at], other, *events[at + 1 :]]
        try:
            again = heard(table, history, seat)
        except EngineError:
            continue
        if (again.sentences, again.sight) == (told.sentences, told.sight) and not alike(told, again, table, seat):
            yield history
            found += 1
        if found == most:
            return


def alike(one: Heard, other: Heard, table: Table, seat: int) -> bool:
    """Whether nobody else at the table sees a difference either."""
    others = [place for place in range(len(table.bots)) if place != seat]
    game: Game = new_play(table).game
    return all(
        game.view_to_json(one.state.view(place)) == game.view_to_json(other.state.view(place)) for place in others
    )


def _otherwise(table: Table, events: Sequence[Event], seat: int) -> Iterator[tuple[int, Event]]:
    """Every deal that could have been another, and which; the last ones first."""
    play = new_play(table)
    choices: list[tuple[int, Event]] = []
    for at, event in enumerate(events):
        choices += [(at, other) for other in dealable(play.state) if other != event]
        play.state.advance(event)
    yield from reversed(choices)
