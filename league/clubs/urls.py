"""URLs of clubs."""

from django.urls import path

from league.clubs.views.club import admit_bots, club, clubs, log, member, members, new, preview, remove, settings
from league.clubs.views.invitations import (
    answer_request,
    invitation,
    join,
    join_link,
    open_invitation,
    open_join_link,
    own_invitation,
    resend_invitation_mail,
    revoke_join_link,
    withdraw_invitation,
)
from league.clubs.views.people import add_members, edit, guests, merge, undo_merge
from league.clubs.views.view_only_links import (
    make_claim,
    open_view_only_link,
    revoke_claim_link,
    revoke_view_only_link,
    view_only_links,
)

app_name = "clubs"

urlpatterns = [
    path("clubs/", clubs, name="list"),
    path("clubs/new/", new, name="new"),
    path("clubs/<slug:slug>/", club, name="club"),
    path("clubs/<slug:slug>/preview.png", preview, name="preview"),
    path("clubs/<slug:slug>/settings/", settings, name="settings"),
    path("clubs/<slug:slug>/links/", view_only_links, name="view-only-links"),
    path("clubs/<slug:slug>/links/<str:public_id>/revoke/", revoke_view_only_link, name="revoke-view-only-link"),
    path("show/<str:key>/", open_view_only_link, name="open-view-only-link"),
    path("clubs/<slug:slug>/join-link/", join_link, name="join-link"),
    path("clubs/<slug:slug>/join-link/revoke/", revoke_join_link, name="revoke-join-link"),
    path("clubs/<slug:slug>/requests/<str:public_id>/", answer_request, name="answer-request"),
    path("join/<str:key>/", open_join_link, name="open-join-link"),
    path("join/", join, name="join"),
    path("clubs/<slug:slug>/invitations/<str:public_id>/resend/", resend_invitation_mail, name="resend-invitation"),
    path("clubs/<slug:slug>/invitations/<str:public_id>/revoke/", withdraw_invitation, name="withdraw-invitation"),
    path("invitations/own/<str:public_id>/", own_invitation, name="answer-invitation"),
    path("invitations/<str:key>/", open_invitation, name="open-invitation"),
    path("invitation/", invitation, name="invitation"),
    path("clubs/<slug:slug>/log/", log, name="log"),
    path("clubs/<slug:slug>/guests/", guests, name="guests"),
    path("clubs/<slug:slug>/people/<str:public_id>/edit/", edit, name="edit-player"),
    path("clubs/<slug:slug>/people/<str:public_id>/merge/", merge, name="merge-player"),
    path("clubs/<slug:slug>/merges/<str:public_id>/undo/", undo_merge, name="undo-merge"),
    path("clubs/<slug:slug>/members/", members, name="members"),
    path("clubs/<slug:slug>/members/add/", add_members, name="add-members"),
    path("clubs/<slug:slug>/members/bots/", admit_bots, name="admit-bots"),
    path("clubs/<slug:slug>/members/<str:public_id>/", member, name="member"),
    path("clubs/<slug:slug>/members/<str:public_id>/link/", make_claim, name="claim-link"),
    path("clubs/<slug:slug>/members/<str:public_id>/link/revoke/", revoke_claim_link, name="revoke-claim-link"),
    path("clubs/<slug:slug>/members/<str:public_id>/remove/", remove, name="remove"),
]
