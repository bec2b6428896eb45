"""Who plays: registration, entries, lists of players, what is agreed with each, who is there, who leaves."""

from django.urls import path

from league.tournaments.urls.places import DESK, EVENT
from league.tournaments.views import arriving, entering

urlpatterns = [
    path(f"{DESK}entries/", entering.entries, name="entries"),
    path(f"{DESK}entries/guest/", entering.guest, name="guest"),
    path(f"{DESK}entries/list/", entering.bring, name="bring"),
    path(f"{DESK}entries/order/", entering.order, name="order"),
    path(f"{DESK}entries/apart/", entering.apart, name="apart"),
    path(f"{DESK}entries/apart/<str:pair>/", entering.let_them_meet, name="let-meet"),
    path(f"{DESK}entries/<str:entry>/", entering.entry, name="entry"),
    path(f"{DESK}entries/<str:entry>/leave/", entering.leave, name="leave"),
    path(f"{DESK}entries/<str:entry>/back/", entering.back, name="let-back"),
    path(f"{DESK}entries/<str:entry>/byes/<int:number>/", entering.no_bye, name="no-bye"),
    path(f"{DESK}check-in/", arriving.who_is_here, name="check-in"),
    path(f"{DESK}check-in/<str:entry>/", arriving.tick, name="tick"),
    path(f"{DESK}phase/", arriving.phase, name="phase"),
    path(f"{DESK}starting/", arriving.starting, name="starting"),
    path(f"{EVENT}register/", arriving.registration, name="register"),
]
