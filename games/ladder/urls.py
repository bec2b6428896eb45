"""The addresses of `games.ladder`."""

from django.urls import path

from games.ladder import views

app_name = "ladder"

urlpatterns = [
    path("", views.ladders, name="ladders"),
    path("<slug:slug>/", views.one_ladder, name="ladder"),
    path("<slug:slug>/<slug:public_id>/", views.one_bot, name="bot"),
]
