"""Panels that apps above put on a player's page: the ladders of a bot, say. Ratings do not know what is in them.

An app registers one when it starts (`ready`): a template, and a function that gives the template's `panel`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from league.clubs.rules import Asker
from league.members.models import Player

Facts = Callable[[Player, Asker], Mapping[str, object] | None]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of one player's page: include `template` with `panel=facts`."""

    template: str
    facts: Mapping[str, object]


_registered: dict[str, Facts] = {}


def register_player_panel(*, template: str, facts: Facts) -> None:
    """Put a panel on the page of every player for whom `facts(player, asker)` has something. Twice changes nothing."""
    _registered[template] = facts


def player_panels_of(player: Player, asker: Asker) -> list[Panel]:
    """The panels of a player for the one who asks, in the order of their registration."""
    found = [(template, facts(player, asker)) for template, facts in _registered.items()]
    return [Panel(template, facts) for template, facts in found if facts]
