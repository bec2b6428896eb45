"""The addresses of `league.sharing`."""

from django.urls import path

from league.sharing.views import calendars, frame
from league.tournaments.urls.places import EVENT

app_name = "sharing"

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path(f"{EVENT}calendar.ics", calendars.event_calendar, name="event-calendar"),
    path(f"{EVENT}frame/", frame.frame, name="frame"),
    path("calendars/<str:key>/games.ics", calendars.own_games, name="own-games"),
    path("calendars/<str:key>/clubs/<slug:slug>.ics", calendars.club_by_key, name="club-by-key"),
    path("calendars/<str:key>/events/<str:public_id>.ics", calendars.event_by_key, name="event-by-key"),
    path("account/calendar/", calendars.calendar, name="calendar"),
    path("account/calendar/make/", calendars.make, name="make-calendar"),
    path("account/calendar/end/", calendars.end, name="end-calendar"),
]
