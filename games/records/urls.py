"""URLs of `games.records`."""

from django.urls import path

from games.records import views

app_name = "records"

urlpatterns = [
    path("records/", views.mine, name="mine"),
    path("records/file/<uuid:batch>/", views.batch, name="batch"),
    path("records/<slug:public_id>/", views.record, name="record"),
    path("records/<slug:public_id>/write/", views.write, name="write"),
    path("records/<slug:public_id>/send/", views.send, name="send"),
    path("records/<slug:public_id>/discard/", views.discard, name="discard"),
    path("records/<slug:public_id>/withdraw/", views.withdraw, name="withdraw"),
    path("records/<slug:public_id>/record.txt", views.as_text, name="record-text"),
    path("records/<slug:public_id>/record.json", views.as_json, name="record-json"),
    path("records/<slug:public_id>/as-sent.txt", views.as_sent, name="as-sent"),
    path("clubs/<slug:slug>/records/", views.of_a_club, name="club"),
    path("clubs/<slug:slug>/records/bring/", views.upload, name="upload"),
    path("clubs/<slug:slug>/records/type/", views.begin, name="begin"),
]
