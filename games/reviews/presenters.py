"""Context of a review on the pages of matches and records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil
from typing import Final, Literal

from django.http import HttpRequest
from django.urls import reverse

from engine.core import registry
from engine.core.record import steps
from engine.review import EventReview, least_chance
from games.matches.boards import race_of
from games.matches.replays import Replay, setts_of
from games.reviews.event_json import SCALE, from_json
from games.reviews.models import Review
from games.reviews.queries import Queue, queue_at, review_of, usual_time
from league.common.drawing.line_charts import RaceLine
from league.common.messages import render_message

MOST_TURNING_POINTS: Final = 5
MINUTE: Final = timedelta(minutes=1)
LEAST_LOSS: Final = 0.05  # of a turning point

Kind = Literal["none", "waiting", "failed", "ready"]
KINDS: Final[dict[str, Kind]] = {
    Review.Status.WAITING: "waiting", Review.Status.DEAD: "failed", Review.Status.DONE: "ready",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which the mover's chance was much lower than after the best other move. Chances are in percent."""

    step: int
    href: str
    name: str
    move: str
    best: str
    chance: int
    best_chance: int
    loss: int
    is_largest: bool  # equal ones all are


@dataclass(frozen=True, slots=True)
class ChancePlot:
    """A line for each seat, and the steps of the turning points."""

    lines: Sequence[RaceLine]
    steps: int
    marks: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPanel:
    """The review of a game in its present state, or how long one would take."""

    kind: Kind
    topic: str
    href: str
    request_href: str
    address: str
    can_request: bool
    done: int = 0  # percent of the events
    least: int = 0  # percent: the least chance before the end
    queue: Queue | None = None  # of a waiting review
    minutes: int = 0  # that it will probably take; 0 if unknown
    plot: ChancePlot | None = None
    turning_points: Sequence[TurningPoint] = ()


def review_panel(request: HttpRequest, replay: Replay) -> ReviewPanel:
    """Return the review of a replay, in one query; of a waiting one with its place in the queue, in two more.

    For a reader who may request one, the usual time takes a query.
    """
    review = review_of(match=replay.match, record=replay.record)
    page = "match" if replay.match else "record"
    name = replay.match or replay.record
    panel = ReviewPanel(
        kind=KINDS[review.status] if review else "none",
        topic=f"{page}:{name}",
        href=reverse(f"reviews:{page}", args=[name]),
        request_href=reverse(f"reviews:request-{page}", args=[name]),
        address=replay.address,
        can_request=request.user.is_authenticated,
    )
    if not review and panel.can_request:
        return replace(panel, minutes=_minutes(usual_time()))
    if review and review.is_waiting:
        queue, done = queue_at(review), 100 * len(review.events) // max(1, review.of)
        return replace(panel, done=done, queue=queue, minutes=_minutes(queue.left))
    if review and review.status == Review.Status.DONE:
        events, record = [from_json(stored) for stored in review.events], replay.opened.record
        points = list(_turning_points(replay, events))
        plot = _plot(replay, events, [point.step for point in points])
        least = round(100 * least_chance(record.game, len(record.seats)))
        return replace(panel, least=least, turning_points=points, plot=plot)
    return panel


def _minutes(time: timedelta | None) -> int:
    return ceil(time / MINUTE) if time else 0


def largest_losses(events: Sequence[EventReview]) -> list[int]:
    """Return the numbers of the events with the largest losses, in the order of the game, counted from 0."""
    losses = sorted((-event.loss, number) for number, event in enumerate(events) if event.loss >= LEAST_LOSS)
    return sorted(number for _, number in losses[:MOST_TURNING_POINTS])


def _turning_points(replay: Replay, events: Sequence[EventReview]) -> Iterator[TurningPoint]:
    game, names = registry.game(replay.opened.record.game), replay.names
    shown, largest = set(largest_losses(events)), max((event.loss for event in events), default=0.0)
    for number, (state, event) in enumerate(steps(replay.opened.record)):
        review = events[number]
        if number not in shown or review.best is None or state.turn is None:
            continue
        played, best = (
            render_message(game.describe_event(state, move), names, is_button=True) for move in (event, review.best)
        )
        chance, loss = round(100 * review.chances[state.turn]), round(100 * review.loss)
        yield TurningPoint(
            step=number + 1,
            href=replay.address_at(number + 1),
            name=names[state.turn],
            move=played,
            best=best,
            chance=chance,
            best_chance=min(100, chance + loss),  # so that the three whole numbers agree
            loss=loss,
            is_largest=loss == round(100 * largest),
        )


def _plot(replay: Replay, events: Sequence[EventReview], marks: Sequence[int]) -> ChancePlot:
    labels = replay.labels
    start = [round(SCALE / len(labels))] * len(labels)
    chances = [start, *([round(SCALE * chance) for chance in event.chances] for event in events)]
    setts = setts_of(race_of(replay.opened.record), labels)
    lines = [
        RaceLine(label.name, sett, [(step, by_seat[seat]) for step, by_seat in enumerate(chances)])
        for seat, (label, sett) in enumerate(zip(labels, setts, strict=True))
    ]
    return ChancePlot(lines, len(events), marks)
