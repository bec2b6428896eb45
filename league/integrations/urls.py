"""URLs of calendars, embedded standings and webhooks."""

from django.urls import path

from league.integrations import views
from league.tournaments.urls import TOURNAMENT

app_name = "integrations"

HOOK = "clubs/<slug:slug>/webhooks/<str:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", views.club_calendar, name="club-calendar"),
    path(f"{TOURNAMENT}calendar.ics", views.tournament_calendar, name="tournament-calendar"),
    path(f"{TOURNAMENT}frame/", views.frame, name="embed"),
    path("calendars/<str:key>/games.ics", views.own_games, name="player-calendar"),
    path("calendars/<str:key>/clubs/<slug:slug>.ics", views.club_calendar, name="club-calendar-by-key"),
    path(
        "calendars/<str:key>/events/<str:public_id>.ics", views.tournament_calendar, name="tournament-calendar-by-key"
    ),
    path("clubs/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path(HOOK, views.webhook, name="webhook"),
    path(f"{HOOK}secret/", views.renew, name="renew-webhook-secret"),
    path(f"{HOOK}trial/", views.trial, name="test-webhook"),
    path(f"{HOOK}switch/", views.switch, name="switch-webhook"),
    path(f"{HOOK}remove/", views.remove, name="remove-webhook"),
    path(f"{HOOK}deliveries/<str:delivery>/again/", views.again, name="resend-delivery"),
    path("account/calendar/", views.calendar, name="calendars"),
    path("account/calendar/make/", views.make, name="create-calendars"),
    path("account/calendar/end/", views.end, name="revoke-calendars"),
]
