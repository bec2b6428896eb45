"""URLs of results, reports and score sheets."""

from django.urls import include, path

from league.results import views
from league.results.reports import views as report_views
from league.results.score_sheets import views as sheet_views

RESULT = "results/<slug:slug>/<int:number>/"
SHEET = "clubs/<slug:slug>/record-a-game/"

results = [
    path(RESULT, views.result, name="result"),
    path(f"{RESULT}preview.png", views.preview, name="preview"),
    path(f"{RESULT}correct/", views.correct, name="correct"),
    path(f"{RESULT}withdraw/", views.withdraw, name="withdraw"),
]

reports = [
    path("reports/", report_views.mine, name="mine"),
    path("reports/<str:public_id>/", report_views.report, name="report"),
    path("reports/<str:public_id>/changes/", report_views.changes, name="changes"),
    path("reports/<str:public_id>/confirm/", report_views.confirm, name="confirm"),
    path("reports/<str:public_id>/object/", report_views.dispute, name="dispute"),
    path("reports/<str:public_id>/take-back/", report_views.withdraw, name="withdraw"),
    path("reports/<str:public_id>/otherwise/", report_views.report_differently, name="report-differently"),
    path("reports/<str:public_id>/decide/", report_views.decide, name="decide"),
    path("clubs/<slug:slug>/reports/", report_views.of_club, name="of-club"),
]

sheets = [
    path(SHEET, sheet_views.record, name="record"),
    path(f"{SHEET}whole/", sheet_views.empty_sheet, name="empty-sheet"),
    path(f"{SHEET}reckon/", sheet_views.calculation, name="calculation"),
]

urlpatterns = [
    path("", include((results, "results"))),
    path("", include((reports, "reports"))),
    path("", include((sheets, "sheets"))),
]
