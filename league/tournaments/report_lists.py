"""Lists of players from tournament reports (TRF16), as other pairing programs write them."""

from django.utils.translation import gettext as _

from league.rules.trf import is_report, players_of
from league.shared.errors import ListRefused
from league.shared.player_lists.reading import Line, PeopleList, list_of


def people_of_list(text: str, most: int) -> PeopleList:
    """Return the players of a list, be it a report or any other. Raise `ListRefused` for a text that is none."""
    return _people_of_report(text, most) if is_report(text) else list_of(text, most)


def _people_of_report(text: str, most: int) -> PeopleList:
    """The players of a report, seeded by their starting numbers. Results are left out."""
    players = players_of(text)
    if not players:
        raise ListRefused(_("This tournament report names no players. Export it again with their names."), field="text")
    if len(players) > most:
        words = {"lines": len(players), "most": most}
        raise ListRefused(_("The list has %(lines)d lines. Send at most %(most)d at once.") % words, field="text")
    return PeopleList(tuple(Line(one.line, one.name, seed=one.number, rating=one.rating) for one in players))
