"""The addresses of `league.members`."""

from django.urls import URLPattern

app_name = "members"

urlpatterns: list[URLPattern] = []
