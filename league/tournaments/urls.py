"""URLs of tournaments."""

from django.urls import path, re_path

from league.tournaments.views import (
    club_nights,
    entries,
    exports,
    manage,
    player_table_link,
    prints,
    results,
    rounds,
    table_links,
    tournament,
)

app_name = "tournaments"

SHORT = "tournaments/<str:public_id>/"
TOURNAMENT = "tournaments/<str:public_id>/<slug:slug>/"
DESK = "tournaments/<str:public_id>/desk/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"
DESK_ROUND = f"{DESK}rounds/<int:number>/"
EVENING = f"{DESK}evening/"
LINK = f"{DESK}links/<str:link>/"
TABLE = "t/<str:key>/"

urlpatterns = [
    # The organiser's pages
    path("clubs/<slug:slug>/tournaments/new/", manage.new, name="new"),
    path(DESK, manage.manage_page, name="manage"),
    path(f"{DESK}start/", manage.start_tournament, name="start"),
    path(f"{DESK}settings/", manage.settings, name="settings"),
    path(f"{DESK}rehearsal/", manage.rehearsal, name="rehearsal"),
    path(f"{DESK}log/", manage.log, name="log"),
    path(f"{DESK}cancel/", manage.cancel_tournament, name="cancel"),
    path(f"{DESK}end/", manage.end, name="end"),
    path(f"{DESK}reopen/", manage.reopen_tournament, name="reopen"),
    path(f"{DESK}next-season/", manage.next_season, name="next-season"),
    path(f"{DESK}results/<int:number>/", results.results, name="results"),
    # Who plays
    path(f"{DESK}entries/", entries.entries, name="entries"),
    path(f"{DESK}entries/guest/", entries.guest, name="add-guest"),
    path(f"{DESK}entries/list/", entries.import_players, name="import-players"),
    path(f"{DESK}entries/order/", entries.order, name="seeding"),
    path(f"{DESK}entries/apart/", entries.forbid_pairs, name="avoided-pairings"),
    path(f"{DESK}entries/apart/<str:pair>/", entries.allow_pair, name="remove-avoided-pairing"),
    path(f"{DESK}entries/<str:entry>/", entries.entry, name="entry"),
    path(f"{DESK}entries/<str:entry>/leave/", entries.withdraw_entry, name="withdraw-entry"),
    path(f"{DESK}entries/<str:entry>/back/", entries.cancel_withdrawal, name="cancel-withdrawal"),
    path(f"{DESK}entries/<str:entry>/byes/<int:number>/", entries.no_bye, name="remove-bye"),
    path(f"{DESK}check-in/", entries.check_in_list, name="check-in"),
    path(f"{DESK}check-in/<str:entry>/", entries.set_check_in, name="set-check-in"),
    path(f"{DESK}phase/", entries.phase, name="phase"),
    path(f"{DESK}starting/", entries.starting, name="starting"),
    path(f"{TOURNAMENT}register/", entries.registration, name="register"),
    # Club nights
    path(EVENING, club_nights.evening, name="club-night"),
    path(f"{EVENING}open/", club_nights.start_evening, name="start-club-night"),
    path(f"{EVENING}tick/", club_nights.mark_presence, name="club-night-check-in"),
    path(f"{EVENING}clear/", club_nights.clear_check_in, name="clear-check-in"),
    path(f"{EVENING}somebody/", club_nights.add_player, name="club-night-add-player"),
    path(f"{EVENING}tables/", club_nights.pair, name="club-night-pair"),
    path(f"{EVENING}join/", club_nights.add_late_player, name="club-night-add-late-player"),
    path(f"{EVENING}close/", club_nights.end_evening, name="end-club-night"),
    path(f"{EVENING}season/", club_nights.finish_season, name="end-season"),
    path(f"{TOURNAMENT}evenings/", club_nights.past_evenings, name="club-nights"),
    # Rounds and deadlines
    path(f"{DESK}rounds/", rounds.rounds, name="manage-rounds"),
    path(f"{DESK}rounds/ask/", rounds.request_pairings, name="request-round"),
    path(DESK_ROUND, rounds.one_round, name="manage-round"),
    path(f"{DESK_ROUND}change/", rounds.change, name="change-round"),
    path(f"{DESK_ROUND}take-back/", rounds.undo, name="undo-change"),
    path(f"{DESK_ROUND}publish/", rounds.publish, name="publish-round"),
    path(f"{DESK_ROUND}take-off/", rounds.unpublish, name="unpublish-round"),
    path(f"{DESK_ROUND}put-away/", rounds.discard, name="discard-round"),
    path(f"{DESK_ROUND}anew/", rounds.repeat_pairing, name="pair-again"),
    path(f"{DESK_ROUND}repair/", rounds.repair, name="repair-round"),
    path(f"{DESK_ROUND}forfeit/", rounds.forfeit, name="forfeit-table"),
    path(f"{DESK}deadlines/", rounds.deadlines, name="deadlines"),
    path(f"{DESK_ROUND}deadline/", rounds.move, name="move-deadline"),
    # Table links, the clock, the big screen
    path("t/", player_table_link.find, name="find-table"),
    path(TABLE, player_table_link.table, name="table"),
    path(f"{TABLE}seat/", player_table_link.take_seat, name="table-seat"),
    path(f"{TABLE}leave/", player_table_link.leave_seat, name="table-leave"),
    path(f"{TABLE}report/", player_table_link.report, name="table-report"),
    path(f"{TABLE}answer/", player_table_link.answer, name="table-answer"),
    path(f"{DESK_ROUND}links/", table_links.links, name="table-links"),
    path(f"{DESK_ROUND}links/make/", table_links.make, name="create-table-links"),
    path(f"{DESK_ROUND}links/withdraw/", table_links.revoke_all, name="revoke-table-links"),
    path(f"{LINK}withdraw/", table_links.revoke, name="revoke-table-link"),
    path(f"{LINK}renew/", table_links.renew, name="renew-table-link"),
    path(f"{LINK}seats/<int:seat>/free/", table_links.free, name="free-table-seat"),
    path(f"{DESK_ROUND}clock/", table_links.set_clock, name="clock"),
    path(f"{TOURNAMENT}projector/", table_links.projector, name="big-screen"),
    # Prints and exports
    path(f"{ROUND}pairings/", prints.reader_print, {"kind": "pairings"}, name="print-pairings"),
    path(f"{ROUND}seats/", prints.reader_print, {"kind": "seats"}, name="print-seats"),
    path(f"{TOURNAMENT}standings/print/", prints.standings_print, {"kind": "standings"}, name="print-standings"),
    path(f"{TOURNAMENT}crosstable/print/", prints.standings_print, {"kind": "crosstable"}, name="print-crosstable"),
    path(f"{DESK_ROUND}cards/", prints.scorer_print, {"kind": "cards"}, name="print-cards"),
    path(f"{DESK_ROUND}slips/", prints.scorer_print, {"kind": "slips"}, name="print-slips"),
    path(f"{DESK_ROUND}score-sheets/", prints.scorer_print, {"kind": "score-sheets"}, name="print-score-sheets"),
    path(f"{DESK}file/", exports.as_file, name="export-file"),
    path("clubs/<slug:slug>/tournaments/from-file/", exports.from_file, name="import-file"),
    path(f"{TOURNAMENT}report.trf", exports.report, name="trf-report"),
    re_path(
        r"^tournaments/(?P<public_id>[0-9a-z]+)/(?P<slug>[-\w]+)/(?P<kind>[a-z]+)\.(?P<form>csv|json)$",
        exports.table,
        name="export-table",
    ),
    # The pages of a tournament. They end in its readable name, which is any word: they come last.
    path("tournaments/", tournament.tournaments, name="list"),
    path(SHORT, tournament.short, name="short-url"),
    path(TOURNAMENT, tournament.tab, {"tab": "overview"}, name="tournament"),
    path(f"{TOURNAMENT}preview.png", exports.preview, name="preview"),
    path(f"{TOURNAMENT}rounds/", tournament.tab, {"tab": "rounds"}, name="rounds"),
    path(f"{TOURNAMENT}rounds/all/", tournament.tab, {"tab": "all_rounds"}, name="all-rounds"),
    path(f"{TOURNAMENT}rounds/<int:number>/", tournament.tab, {"tab": "rounds"}, name="round"),
    path(f"{TOURNAMENT}crosstable/", tournament.tab, {"tab": "crosstable"}, name="crosstable"),
    path(f"{TOURNAMENT}bracket/", tournament.tab, {"tab": "bracket"}, name="bracket"),
    path(f"{TOURNAMENT}standings/", tournament.tab, {"tab": "standings"}, name="standings"),
    path(f"{TOURNAMENT}standings/<int:number>/", tournament.place_calculation, name="place-calculation"),
]
