"""The addresses of `league.shared`."""

from django.urls import URLPattern

app_name = "shared"

urlpatterns: list[URLPattern] = []
