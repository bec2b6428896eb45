"""What organisers and scorers fill in."""

from league.tournaments.forms.entering import EntriesForm
from league.tournaments.forms.making import KindForm, TournamentForm
from league.tournaments.forms.results import ResultsForm

__all__ = ["EntriesForm", "KindForm", "ResultsForm", "TournamentForm"]
