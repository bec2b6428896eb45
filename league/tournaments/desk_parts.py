"""What lies on the organiser's desk: parts in their order, and who is asked for the one next step.

A part is a template and the facts it shows; `facts` returns None where the part has nothing to say.
Its template reads them as `part`, beside `event` and `rights`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from league.clubs.permissions import Rights
from league.tournaments.models import Tournament
from league.tournaments.selectors import desk_clock, desk_paper, desk_people, desk_rounds, desk_steps, evenings
from league.tournaments.selectors.desk_steps import Step


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the desk: where it stands, its template, and what it shows."""

    order: int
    template: str
    facts: Callable[[Tournament, Rights], Mapping[str, object] | None]


PARTS: tuple[Part, ...] = (
    Part(10, "tournaments/desk/_people.html", desk_people.people_part),
    Part(15, "tournaments/desk/_evening.html", evenings.evening_part),
    Part(80, "tournaments/desk/_event.html", desk_people.event_part),
    Part(20, "tournaments/desk/_rounds.html", desk_rounds.rounds_part),
    Part(30, "tournaments/desk/_tables.html", desk_clock.tables_part),
    Part(40, "tournaments/desk/_paper.html", desk_paper.paper_part),
)

# The first that knows a next step says it: a dispute before all, what is before the start and after the end last.
STEPS: tuple[Callable[[Tournament, Rights], Step | None], ...] = (
    desk_rounds.step_of_dispute,
    evenings.step_of_evening,
    desk_rounds.step_of_rounds,
    desk_steps.step_of_life,
)


def parts_for(event: Tournament, rights: Rights) -> list[tuple[str, Mapping[str, object]]]:
    """The template and the facts of every part that has something to say now."""
    told = ((part.template, part.facts(event, rights)) for part in sorted(PARTS, key=lambda part: part.order))
    return [(template, facts) for template, facts in told if facts is not None]


def next_step(event: Tournament, rights: Rights) -> Step | None:
    """The one thing to do now; None while there is nothing but waiting."""
    return next((step for ask in STEPS if (step := ask(event, rights)) is not None), None)
