"""The changes of a round by hand, in words, and the token by which a form says what it saw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from league.tournaments.models import Round, RoundStep


@dataclass(frozen=True, slots=True)
class StepTold:
    """A change that can be taken back; `later` is how many after it go with it."""

    revision: int
    words: str
    why: str
    at: datetime
    later: int


def token_of(tournament_round: Round) -> str:
    """Names the round as it is now; every change of it by hand, and being drawn anew, makes another."""
    return f"{tournament_round.pk}.{tournament_round.revision}"


def told(step: RoundStep, names: Mapping[int, str]) -> str:
    """What a step did, entries by name."""
    facts = {
        name: names.get(value, value) if name.startswith("player") else value for name, value in step.facts.items()
    }
    return _(step.template) % facts


def steps_told(steps: Sequence[RoundStep], names: Mapping[int, str]) -> list[StepTold]:
    """The changes of a round, which come the latest first, in words."""
    return [StepTold(step.revision, told(step, names), step.why, step.at, later) for later, step in enumerate(steps)]
