"""Events and what belongs to them. Results are found by a leg's subject, never stored here."""

from league.tournaments.models.entering import Entry, ForbiddenPair, RequestedBye
from league.tournaments.models.evenings import Absence, Evening, Presence
from league.tournaments.models.event import Tournament
from league.tournaments.models.links import TableLink, TableVoice
from league.tournaments.models.rounds import Drawing, Leg, Pairing, PairingSeat, Round
from league.tournaments.models.steps import RoundStep

__all__ = [
    "Absence",
    "Drawing",
    "Entry",
    "Evening",
    "ForbiddenPair",
    "Leg",
    "Pairing",
    "PairingSeat",
    "Presence",
    "RequestedBye",
    "Round",
    "RoundStep",
    "TableLink",
    "TableVoice",
    "Tournament",
]
