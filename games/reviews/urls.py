"""URLs of reviews, below the addresses of matches and records."""

from django.urls import path

from games.reviews import views

app_name = "reviews"

urlpatterns = [
    path("matches/<slug:public_id>/review/", views.of_match, name="match"),
    path("matches/<slug:public_id>/review/request/", views.request_of_match, name="request-match"),
    path("records/<slug:public_id>/review/", views.of_record, name="record"),
    path("records/<slug:public_id>/review/request/", views.request_of_record, name="request-record"),
]
