"""The addresses of `league.clubs`."""

from django.urls import path

from league.clubs import views

app_name = "clubs"

urlpatterns = [
    path("clubs/", views.clubs, name="list"),
    path("clubs/new/", views.new, name="new"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/settings/", views.settings, name="settings"),
    path("clubs/<slug:slug>/members/", views.members, name="members"),
    path("clubs/<slug:slug>/members/bots/", views.admit_bots, name="admit-bots"),
    path("clubs/<slug:slug>/members/<str:public_id>/", views.member, name="member"),
    path("clubs/<slug:slug>/members/<str:public_id>/remove/", views.remove, name="remove"),
]
