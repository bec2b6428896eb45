"""The addresses of `league.clubs`."""

from django.urls import URLPattern

app_name = "clubs"

urlpatterns: list[URLPattern] = []
