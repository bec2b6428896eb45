"""Context of a review on the pages of matches and records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.http import HttpRequest
from django.urls import reverse

from engine.core import registry
from engine.core.record import steps
from engine.review import EventReview
from games.matches.boards import race_of
from games.matches.presenters import setts_of
from games.matches.replay_panels import Replay
from games.reviews.models import Review
from games.reviews.queries import review_of
from games.reviews.reviewing import SCALE, from_json
from league.common.drawing.line_charts import RaceLine
from league.common.messages import render_message

MOST_TURNING_POINTS: Final = 5
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


@dataclass(frozen=True, slots=True)
class ChancePlot:
    """A line for each seat, and the steps of the turning points."""

    lines: Sequence[RaceLine]
    steps: int
    marks: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPanel:
    """The review of a game in its present state."""

    kind: Kind
    topic: str
    href: str
    request_href: str
    address: str
    can_request: bool
    done: int = 0  # percent of the events
    plot: ChancePlot | None = None
    turning_points: Sequence[TurningPoint] = ()


def review_panel(request: HttpRequest, replay: Replay) -> ReviewPanel:
    """Return the review of a replay, in one query."""
    review = review_of(match=replay.match, record=replay.record)
    page = "match" if replay.match else "record"
    name = replay.match or replay.record
    shown: dict[str, Any] = {}
    if review and review.is_waiting and review.of:
        shown["done"] = 100 * len(review.events) // review.of
    if review and review.status == Review.Status.DONE:
        events = [from_json(stored) for stored in review.events]
        points = list(_turning_points(replay, events))
        shown |= {"turning_points": points, "plot": _plot(replay, events, [point.step for point in points])}
    return ReviewPanel(
        kind=KINDS[review.status] if review else "none",
        topic=f"{page}:{name}",
        href=reverse(f"reviews:{page}", args=[name]),
        request_href=reverse(f"reviews:request-{page}", args=[name]),
        address=replay.address,
        can_request=request.user.is_authenticated,
        **shown,
    )


def largest_losses(events: Sequence[EventReview]) -> list[int]:
    """Return the numbers of the events with the largest losses, in the order of the game, counted from 0."""
    losses = sorted((-event.loss, number) for number, event in enumerate(events) if event.loss >= LEAST_LOSS)
    return sorted(number for _, number in losses[:MOST_TURNING_POINTS])


def _turning_points(replay: Replay, events: Sequence[EventReview]) -> Iterator[TurningPoint]:
    game, names = registry.game(replay.opened.record.game), [chair["name"] for chair in replay.chairs]
    shown = set(largest_losses(events))
    for number, (state, event) in enumerate(steps(replay.opened.record)):
        review = events[number]
        if number not in shown or review.best is None or state.turn is None:
            continue
        played, best = (
            render_message(game.describe_event(state, move), names, is_button=True) for move in (event, review.best)
        )
        chance = review.chances[state.turn]
        yield TurningPoint(
            step=number + 1,
            href=f"{replay.address}?step={number + 1}",
            name=names[state.turn],
            move=played,
            best=best,
            chance=round(100 * chance),
            best_chance=round(100 * (chance + review.loss)),
        )


def _plot(replay: Replay, events: Sequence[EventReview], marks: Sequence[int]) -> ChancePlot:
    chairs = replay.chairs
    start = [round(SCALE / len(chairs))] * len(chairs)
    chances = [start, *([round(SCALE * chance) for chance in event.chances] for event in events)]
    setts = setts_of(race_of(replay.opened.record), chairs)
    lines = [
        RaceLine(chair["name"], sett, [(step, by_seat[seat]) for step, by_seat in enumerate(chances)])
        for seat, (chair, sett) in enumerate(zip(chairs, setts, strict=True))
    ]
    return ChancePlot(lines, len(events), marks)
