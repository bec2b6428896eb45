"""The addresses of `league.tournaments`, a file for each kind of page."""

from league.tournaments.urls import desk, entering, evenings, event, paper, rounds, tables

app_name = "tournaments"

# Those of an event's own pages end in its readable name, which is any word: they come last.
urlpatterns = [
    *desk.urlpatterns,
    *entering.urlpatterns,
    *evenings.urlpatterns,
    *rounds.urlpatterns,
    *tables.urlpatterns,
    *paper.urlpatterns,
    *event.urlpatterns,
]
