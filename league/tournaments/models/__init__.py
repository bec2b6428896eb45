"""Models of tournaments. Results are found by a game's subject and never stored here."""

from league.tournaments.models.entries import Absence, Entry, Evening, ForbiddenPair, Presence, RequestedBye
from league.tournaments.models.rounds import Drawing, Leg, Pairing, PairingSeat, Round, RoundStep, TableLink, TableVoice
from league.tournaments.models.tournament import Tournament

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
