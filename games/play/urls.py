"""URLs of games against bots."""

from django.urls import path

from games.play import views

app_name = "play"

urlpatterns = [
    path("", views.what_to_play, name="games"),
    path("<slug:slug>/", views.begin, name="begin"),
    path("at/<slug:public_id>/", views.practice_game, name="practice-game"),
    path("at/<slug:public_id>/hint/", views.hint, name="hint"),
    path("at/<slug:public_id>/give-up/", views.give_up, name="give-up"),
    path("at/<slug:public_id>/again/", views.again, name="again"),
]
