"""The part of the desk about paper and files: what is printed of a round, and what leaves as a file."""

from collections.abc import Mapping

from league.clubs.permissions import Rights
from league.tournaments.models import Round, Tournament
from league.tournaments.selectors.print_choices import prints_there_are


def paper_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """What there is to print of the round in play, or of the last one; one query, none before the start."""
    if not rights.score:
        return None
    number = 0 if event.takes_entries else _round_to_print(event)
    return {"round": number, "prints": prints_there_are(event, number, scores=True).among}


def _round_to_print(event: Tournament) -> int:
    on_board = event.rounds.exclude(status=Round.Status.DRAFT).order_by("number").values_list("number", "status")
    rounds = dict(on_board)
    playing = (number for number, status in rounds.items() if status == Round.Status.PUBLISHED)
    return next(playing, max(rounds, default=0))
