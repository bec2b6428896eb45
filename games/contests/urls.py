"""URLs of contests."""

from django.urls import path

from games.contests import views

app_name = "contests"

urlpatterns = [
    path("contests/", views.contests, name="contests"),
    path("contests/<slug:public_id>/", views.contest_page, name="contest"),
    path("contests/<slug:public_id>/bots/<slug:player>/", views.bot_page, name="bot"),
    path("contests/<slug:public_id>/change/", views.change, name="change"),
    path("contests/<slug:public_id>/call-off/", views.cancel, name="cancel"),
    path("contests/<slug:public_id>/enter/", views.enter, name="enter"),
    path("contests/<slug:public_id>/withdraw/", views.withdraw, name="withdraw"),
    path("contests/<slug:public_id>/house/", views.add_builtin, name="add-builtin-bot"),
    path("contests/<slug:public_id>/deals/<int:number>/leave-out/", views.skip, name="skip-deal"),
    path("clubs/<slug:slug>/contests/new/", views.new, name="new"),
]
