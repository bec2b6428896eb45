"""URLs of ladders, and of the daily report."""

from django.urls import path

from games.ladder import views

app_name = "ladder"

urlpatterns = [
    path("", views.ladders, name="ladders"),
    path("<slug:slug>/", views.one_ladder, name="ladder"),
    path("<slug:slug>/<slug:public_id>/", views.one_bot, name="bot"),
]

daily_report_patterns = [
    path("", views.daily_report, name="latest"),
    path("mail/", views.choose_mail, name="mail"),
    path("<slug:written>/", views.daily_report, name="day"),
]
