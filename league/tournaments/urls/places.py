"""Where an event's pages stand."""

EVENT = "tournaments/<str:public_id>/<slug:slug>/"
DESK = "tournaments/<str:public_id>/desk/"
