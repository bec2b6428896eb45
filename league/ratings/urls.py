"""The addresses of `league.ratings`."""

from django.urls import URLPattern

app_name = "ratings"

urlpatterns: list[URLPattern] = []
