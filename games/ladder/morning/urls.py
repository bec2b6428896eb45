"""The addresses of `games.ladder.morning`."""

from django.urls import path

from games.ladder.morning import views

app_name = "morning"

urlpatterns = [
    path("", views.morning, name="morning"),
    path("mail/", views.mail, name="mail"),
    path("end/<str:token>/", views.end, name="end"),
    path("<slug:written>/", views.day, name="day"),
]
