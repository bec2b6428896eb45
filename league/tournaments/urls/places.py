"""Where an event's pages stand."""

SHORT = "tournaments/<str:public_id>/"
EVENT = "tournaments/<str:public_id>/<slug:slug>/"
DESK = "tournaments/<str:public_id>/desk/"
