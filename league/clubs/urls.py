"""The addresses of `league.clubs`."""

from django.urls import path

from league.clubs import views

app_name = "clubs"

urlpatterns = [
    path("clubs/", views.clubs, name="list"),
    path("clubs/new/", views.new, name="new"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/preview.png", views.preview, name="preview"),
    path("clubs/<slug:slug>/settings/", views.settings, name="settings"),
    path("clubs/<slug:slug>/links/", views.links, name="links"),
    path("clubs/<slug:slug>/links/<str:public_id>/revoke/", views.revoke, name="revoke-link"),
    path("show/<str:key>/", views.show, name="show"),
    path("clubs/<slug:slug>/join-link/", views.join_link, name="join-link"),
    path("clubs/<slug:slug>/join-link/revoke/", views.revoke_join, name="revoke-join-link"),
    path("clubs/<slug:slug>/requests/<str:public_id>/", views.answer_request, name="answer-request"),
    path("join/<str:key>/", views.open_join_link, name="open-join-link"),
    path("join/", views.join, name="join"),
    path("clubs/<slug:slug>/invitations/<str:public_id>/resend/", views.resend, name="resend-invitation"),
    path("clubs/<slug:slug>/invitations/<str:public_id>/revoke/", views.take_back, name="take-back-invitation"),
    path("invitations/own/<str:public_id>/", views.own_invitation, name="own-invitation"),
    path("invitations/<str:key>/", views.open_invitation, name="open-invitation"),
    path("invitation/", views.invitation, name="invitation"),
    path("clubs/<slug:slug>/log/", views.log, name="log"),
    path("clubs/<slug:slug>/guests/", views.guests, name="guests"),
    path("clubs/<slug:slug>/people/<str:public_id>/edit/", views.edit, name="edit-player"),
    path("clubs/<slug:slug>/people/<str:public_id>/merge/", views.merge, name="merge-player"),
    path("clubs/<slug:slug>/merges/<str:public_id>/undo/", views.undo_merge, name="undo-merge"),
    path("clubs/<slug:slug>/members/", views.members, name="members"),
    path("clubs/<slug:slug>/members/add/", views.add_members, name="add-members"),
    path("clubs/<slug:slug>/members/bots/", views.admit_bots, name="admit-bots"),
    path("clubs/<slug:slug>/members/<str:public_id>/", views.member, name="member"),
    path("clubs/<slug:slug>/members/<str:public_id>/link/", views.make_claim, name="claim-link"),
    path("clubs/<slug:slug>/members/<str:public_id>/link/revoke/", views.revoke_claim_link, name="revoke-claim-link"),
    path("clubs/<slug:slug>/members/<str:public_id>/remove/", views.remove, name="remove"),
]
