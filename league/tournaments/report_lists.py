"""Lists of players from tournament reports (TRF16), as other pairing programs write them."""

from django.utils.translation import gettext as _

from league.rules.trf import is_report, players_of
from league.tournaments.errors import EntryRefused
from league.tournaments.player_lists import MOST_LINES, Line, lines_of


def lines_of_list(text: str) -> list[Line]:
    """Return the players of a list, be it a report or any other; raises `EntryRefused` for a text that is none."""
    return lines_of_report(text) if is_report(text) else lines_of(text)


def lines_of_report(text: str) -> list[Line]:
    """Return the players of a report, seeded by their starting numbers. Results are left out."""
    players = players_of(text)
    if not players:
        raise EntryRefused(
            _("This tournament report names no players. Export it again with their names."), field="text"
        )
    if len(players) > MOST_LINES:
        raise EntryRefused(_("Send at most %(most)d players at once.") % {"most": MOST_LINES}, field="text")
    return [Line(one.line, one.name, seed=one.number, rating=one.rating) for one in players]
