"""Events and what belongs to them. Results are found by a leg's subject, never stored here."""

from league.tournaments.models.entries import Absence, Entry, Evening, ForbiddenPair, Presence, RequestedBye
from league.tournaments.models.event import Tournament
from league.tournaments.models.rounds import Drawing, Leg, Pairing, PairingSeat, Round, RoundStep, TableLink, TableVoice

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
