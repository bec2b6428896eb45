"""What leaves the house: prints, tables for programs, an event as one file."""

from django.urls import path, re_path

from league.tournaments.urls.places import DESK, EVENT
from league.tournaments.views import files, prints, tables_out

ROUND = f"{EVENT}rounds/<int:number>/"
AT_DESK = f"{DESK}rounds/<int:number>/"

urlpatterns = [
    path(f"{ROUND}pairings/", prints.pairings, name="print-pairings"),
    path(f"{ROUND}seats/", prints.seats, name="print-seats"),
    path(f"{EVENT}standings/print/", prints.standings, name="print-standings"),
    path(f"{EVENT}crosstable/print/", prints.crosstable, name="print-crosstable"),
    path(f"{AT_DESK}cards/", prints.cards, name="print-cards"),
    path(f"{AT_DESK}slips/", prints.slips, name="print-slips"),
    path(f"{AT_DESK}score-sheets/", prints.score_sheets, name="print-score-sheets"),
    path(f"{DESK}file/", files.as_file, name="as-file"),
    path("clubs/<slug:slug>/tournaments/from-file/", files.from_file, name="from-file"),
    path(f"{EVENT}report.trf", tables_out.report, name="report"),
    re_path(
        r"^tournaments/(?P<public_id>[0-9a-z]+)/(?P<slug>[-\w]+)/(?P<kind>[a-z]+)\.(?P<form>csv|json)$",
        tables_out.table,
        name="table-out",
    ),
]
