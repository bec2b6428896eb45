"""The addresses of `games.records`."""

from django.urls import path

from games.records.views import bringing, showing, writing

app_name = "records"

urlpatterns = [
    path("records/", showing.mine, name="mine"),
    path("records/file/<uuid:parcel>/", bringing.parcel, name="parcel"),
    path("records/<slug:public_id>/", showing.record, name="record"),
    path("records/<slug:public_id>/write/", writing.write, name="write"),
    path("records/<slug:public_id>/send/", writing.send, name="send"),
    path("records/<slug:public_id>/discard/", writing.discard, name="discard"),
    path("records/<slug:public_id>/withdraw/", showing.withdraw, name="withdraw"),
    path("records/<slug:public_id>/record.txt", showing.as_text, name="record-text"),
    path("records/<slug:public_id>/record.json", showing.as_json, name="record-json"),
    path("records/<slug:public_id>/as-sent.txt", showing.as_sent, name="as-sent"),
    path("clubs/<slug:slug>/records/", showing.of_a_club, name="club"),
    path("clubs/<slug:slug>/records/bring/", bringing.bring, name="bring"),
    path("clubs/<slug:slug>/records/type/", writing.begin, name="begin"),
]
