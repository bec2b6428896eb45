"""URLs of calendars, embedded standings and webhooks."""

from django.urls import path

from league.integrations import views
from league.tournaments.urls import TOURNAMENT

app_name = "sharing"

HOOK = "clubs/<slug:slug>/webhooks/<str:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", views.club_calendar, name="club-calendar"),
    path(f"{TOURNAMENT}calendar.ics", views.tournament_calendar, name="event-calendar"),
    path(f"{TOURNAMENT}frame/", views.frame, name="frame"),
    path("calendars/<str:key>/games.ics", views.own_games, name="own-games"),
    path("calendars/<str:key>/clubs/<slug:slug>.ics", views.club_calendar, name="club-by-key"),
    path("calendars/<str:key>/events/<str:public_id>.ics", views.tournament_calendar, name="event-by-key"),
    path("clubs/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path(HOOK, views.webhook, name="webhook"),
    path(f"{HOOK}secret/", views.renew, name="webhook-renew"),
    path(f"{HOOK}trial/", views.trial, name="webhook-trial"),
    path(f"{HOOK}switch/", views.switch, name="webhook-switch"),
    path(f"{HOOK}remove/", views.remove, name="webhook-remove"),
    path(f"{HOOK}deliveries/<str:delivery>/again/", views.again, name="webhook-again"),
    path("account/calendar/", views.calendar, name="calendar"),
    path("account/calendar/make/", views.make, name="make-calendar"),
    path("account/calendar/end/", views.end, name="end-calendar"),
]
