"""URLs of bots."""

from django.urls import path, re_path
from django.views.generic import RedirectView

from games.bots import guide, views
from games.bots.comparisons import views as comparison_views
from games.bots.models import RemoteBot
from games.bots.test_matches import views as test_match_views

app_name = "bots"

to_engine = RedirectView.as_view(pattern_name="bots:engine", permanent=True, http_method_names=["get", "head"])

urlpatterns = [
    path("bots/", views.mine, name="mine"),
    path("bots/new/", views.new, name="new"),
    path("bots/guide/", guide.guide, name="guide"),
    path("bots/guide/elsewhere/", guide.remote_guide, name="guide-remote"),
    path("bots/guide/engine.zip", to_engine, name="engine-zip"),
    path("bots/engine/", guide.engine, name="engine"),
    path("bots/engine/<str:name>", guide.wheel, name="wheel"),
    path("bots/guide/<slug:slug>/", guide.view_guide, name="guide-game"),
    re_path(r"^bots/guide/(?P<name>[a-z]+\.(?:py|js))$", guide.example, name="example"),
    path("bots/remote/new/", views.new_remote, name="remote-new"),
    path("bots/remote/<slug:public_id>/", views.remote_bot, name="remote"),
    path("bots/remote/<slug:public_id>/token/", views.remote_token, name="remote-token"),
    path("bots/remote/<slug:public_id>/name/", views.rename, {"kind": RemoteBot}, name="remote-rename"),
    path("bots/remote/<slug:public_id>/pause/", views.pause, {"kind": RemoteBot}, name="remote-pause"),
    path("bots/remote/<slug:public_id>/resume/", views.resume, {"kind": RemoteBot}, name="remote-resume"),
    path("bots/remote/<slug:public_id>/retire/", views.retire, {"kind": RemoteBot}, name="remote-retire"),
    path("bots/remote/<slug:public_id>/matches/", views.matches, {"kind": RemoteBot}, name="remote-matches"),
    path("bots/remote/<slug:public_id>/matches/<slug:match>/", views.report, {"kind": RemoteBot}, name="remote-report"),
    path("bots/<slug:public_id>/", views.bot, name="bot"),
    path("bots/<slug:public_id>/upload/", views.upload, name="upload"),
    path("bots/<slug:public_id>/name/", views.rename, name="rename"),
    path("bots/<slug:public_id>/matches/", views.matches, name="matches"),
    path("bots/<slug:public_id>/matches/<slug:match>/", views.report, name="report"),
    path("bots/<slug:public_id>/tests/", test_match_views.tests, name="tests"),
    path("bots/<slug:public_id>/tests/<slug:bot_test>/", test_match_views.test, name="test"),
    path("bots/<slug:public_id>/tests/<slug:bot_test>/records.txt", test_match_views.records, name="test-records"),
    path(
        "bots/<slug:public_id>/tests/<slug:bot_test>/<int:number>/", test_match_views.bot_test_match, name="test-match"
    ),
    path(
        "bots/<slug:public_id>/tests/<slug:bot_test>/<int:number>/record.txt",
        test_match_views.record,
        name="test-match-record",
    ),
    path("bots/<slug:public_id>/comparisons/", comparison_views.comparisons, name="comparisons"),
    path("bots/<slug:public_id>/comparisons/<slug:comparison>/", comparison_views.comparison, name="comparison"),
    path("bots/<slug:public_id>/comparisons/<slug:comparison>/stop/", comparison_views.stop, name="comparison-stop"),
    path("bots/<slug:public_id>/pause/", views.pause, name="pause"),
    path("bots/<slug:public_id>/resume/", views.resume, name="resume"),
    path("bots/<slug:public_id>/retire/", views.retire, name="retire"),
    path("bots/<slug:public_id>/versions/<int:number>/", views.version, name="version"),
    path("bots/<slug:public_id>/versions/<int:number>/activate/", views.activate, name="activate"),
    path("bots/<slug:public_id>/versions/<int:number>/check/", views.check, name="check"),
    path("bots/<slug:public_id>/versions/<int:number>/delete-file/", views.delete_file, name="delete-file"),
    path("bots/<slug:public_id>/versions/<int:number>/bot.py", views.source, name="source"),
    path("bots/<slug:public_id>/versions/<int:number>/bot.zip", views.source, name="source-zip"),
    path("bots/<slug:public_id>/versions/<int:number>/<slug:game>/<int:match>/", views.trial, name="check-match"),
    path(
        "bots/<slug:public_id>/versions/<int:number>/<slug:game>/<int:match>/record.txt",
        views.record,
        name="check-match-record",
    ),
]
