"""URLs of reports."""

from django.urls import path

from league.results.reports import decision, views

app_name = "reports"

urlpatterns = [
    path("reports/", views.mine, name="mine"),
    path("reports/<str:public_id>/", views.report, name="report"),
    path("reports/<str:public_id>/changes/", views.changes, name="changes"),
    path("reports/<str:public_id>/confirm/", views.confirm, name="confirm"),
    path("reports/<str:public_id>/object/", views.object_to, name="object"),
    path("reports/<str:public_id>/take-back/", views.take_back, name="take-back"),
    path("reports/<str:public_id>/otherwise/", views.otherwise, name="otherwise"),
    path("reports/<str:public_id>/decide/", decision.decide, name="decide"),
    path("clubs/<slug:slug>/reports/", views.of_club, name="of-club"),
]
