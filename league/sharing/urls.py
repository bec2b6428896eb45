"""The addresses of `league.sharing`."""

from django.urls import path

from league.sharing.views import calendars, frame, hooks
from league.tournaments.urls.places import EVENT

app_name = "sharing"

HOOK = "clubs/<slug:slug>/webhooks/<str:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path(f"{EVENT}calendar.ics", calendars.event_calendar, name="event-calendar"),
    path(f"{EVENT}frame/", frame.frame, name="frame"),
    path("calendars/<str:key>/games.ics", calendars.own_games, name="own-games"),
    path("calendars/<str:key>/clubs/<slug:slug>.ics", calendars.club_by_key, name="club-by-key"),
    path("calendars/<str:key>/events/<str:public_id>.ics", calendars.event_by_key, name="event-by-key"),
    path("clubs/<slug:slug>/webhooks/", hooks.webhooks, name="webhooks"),
    path(HOOK, hooks.webhook, name="webhook"),
    path(f"{HOOK}secret/", hooks.renew, name="webhook-renew"),
    path(f"{HOOK}trial/", hooks.trial, name="webhook-trial"),
    path(f"{HOOK}switch/", hooks.switch, name="webhook-switch"),
    path(f"{HOOK}remove/", hooks.remove, name="webhook-remove"),
    path(f"{HOOK}deliveries/<str:delivery>/again/", hooks.again, name="webhook-again"),
    path("account/calendar/", calendars.calendar, name="calendar"),
    path("account/calendar/make/", calendars.make, name="make-calendar"),
    path("account/calendar/end/", calendars.end, name="end-calendar"),
]
