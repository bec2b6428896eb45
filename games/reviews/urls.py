"""URLs of reviews, below the addresses of matches and records."""

from django.urls import path

from games.reviews import views

app_name = "reviews"

urlpatterns = [
    path("matches/<slug:public_id>/review/", views.review, {"kind": "match"}, name="match"),
    path("matches/<slug:public_id>/review/request/", views.request_one, {"kind": "match"}, name="request-match"),
    path("records/<slug:public_id>/review/", views.review, {"kind": "record"}, name="record"),
    path("records/<slug:public_id>/review/request/", views.request_one, {"kind": "record"}, name="request-record"),
]
