"""URLs of matches and games."""

from django.urls import path

from games.matches import views

app_name = "matches"

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.game_list, name="games"),
    path("games/<slug:slug>/", views.game_page, name="game"),
    path("games/<slug:slug>/rules/", views.rules_of_a_game, name="rules"),
    path("games/<slug:slug>/score-sheet/", views.score_sheet, name="score-sheet"),
    path("matches/<slug:public_id>/", views.match_page, name="match"),
    path("matches/<slug:public_id>/last-moves/", views.last_moves, name="last-moves"),
    path("matches/<slug:public_id>/preview.png", views.match_preview, name="preview"),
    path("matches/<slug:public_id>/record.txt", views.record_as_text, name="record-text"),
    path("matches/<slug:public_id>/record.json", views.record_as_json, name="record-json"),
]
