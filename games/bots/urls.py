"""The addresses of `games.bots`."""

from django.urls import path

from games.bots.views import guide, keeping, remote, showing, testing

app_name = "bots"

urlpatterns = [
    path("bots/", showing.mine, name="mine"),
    path("bots/new/", keeping.new, name="new"),
    path("bots/guide/", guide.guide, name="guide"),
    path("bots/guide/elsewhere/", guide.elsewhere, name="guide-remote"),
    path("bots/guide/engine.zip", guide.engine, name="engine"),
    path("bots/guide/<slug:slug>/", guide.seen, name="seen"),
    path("bots/guide/<slug:name>.py", guide.example, name="example"),
    path("bots/remote/new/", remote.new, name="remote-new"),
    path("bots/remote/<slug:public_id>/", remote.bot, name="remote"),
    path("bots/remote/<slug:public_id>/token/", remote.token, name="remote-token"),
    path("bots/remote/<slug:public_id>/name/", remote.rename, name="remote-rename"),
    path("bots/remote/<slug:public_id>/pause/", remote.pause, name="remote-pause"),
    path("bots/remote/<slug:public_id>/resume/", remote.resume, name="remote-resume"),
    path("bots/remote/<slug:public_id>/retire/", remote.retire, name="remote-retire"),
    path("bots/remote/<slug:public_id>/matches/", remote.matches, name="remote-matches"),
    path("bots/remote/<slug:public_id>/matches/<slug:match>/", remote.report, name="remote-report"),
    path("bots/<slug:public_id>/", showing.bot, name="bot"),
    path("bots/<slug:public_id>/upload/", keeping.upload, name="upload"),
    path("bots/<slug:public_id>/name/", keeping.rename, name="rename"),
    path("bots/<slug:public_id>/matches/", showing.matches, name="matches"),
    path("bots/<slug:public_id>/matches/<slug:match>/", showing.report, name="report"),
    path("bots/<slug:public_id>/tests/", testing.tests, name="tests"),
    path("bots/<slug:public_id>/tests/<slug:sparring>/", testing.test, name="test"),
    path("bots/<slug:public_id>/tests/<slug:sparring>/records.txt", testing.records, name="test-records"),
    path("bots/<slug:public_id>/tests/<slug:sparring>/<int:number>/", testing.bout, name="bout"),
    path("bots/<slug:public_id>/tests/<slug:sparring>/<int:number>/record.txt", testing.record, name="bout-record"),
    path("bots/<slug:public_id>/pause/", keeping.pause, name="pause"),
    path("bots/<slug:public_id>/resume/", keeping.resume, name="resume"),
    path("bots/<slug:public_id>/retire/", keeping.retire, name="retire"),
    path("bots/<slug:public_id>/versions/<int:number>/", showing.version, name="version"),
    path("bots/<slug:public_id>/versions/<int:number>/activate/", keeping.activate, name="activate"),
    path("bots/<slug:public_id>/versions/<int:number>/check/", keeping.check, name="check"),
    path("bots/<slug:public_id>/versions/<int:number>/bot.py", showing.source, name="source"),
    path("bots/<slug:public_id>/versions/<int:number>/<slug:game>/<int:match>/", showing.trial, name="trial"),
    path(
        "bots/<slug:public_id>/versions/<int:number>/<slug:game>/<int:match>/record.txt", showing.record, name="record"
    ),
]
