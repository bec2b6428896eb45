"""The addresses of `league.members`."""

from django.urls import path
from django.views.generic import RedirectView

from league.members import views

app_name = "members"

to_password = RedirectView.as_view(pattern_name="members:password", http_method_names=["get", "head"])

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("look/<slug:role>/", views.look, name="look"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("account/", views.account, name="account"),
    path("account/language/", views.language, name="language"),
    path("account/password/", views.ChangePassword.as_view(), name="password"),
    path("account/confirm/", views.confirm_again, name="confirm-again"),
    path("account/confirm/<str:token>/", views.confirm, name="confirm"),
    path("account/address/", views.address, name="address"),
    path("account/address/<str:token>/", views.new_address, name="new-address"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<str:public_id>/revoke/", views.revoke_one, name="revoke-token"),
    path("account/notices/", views.notices, name="notices"),
    path("account/notices/end/<str:token>/", views.end_notices, name="end-notices"),
    path("account/data/", views.own_data, name="own-data"),
    path("account/delete/", views.delete, name="delete"),
    path("account/deleted/", views.deleted, name="deleted"),
    path("password-reset/", views.AskForReset.as_view(), name="password-reset"),
    path("password-reset/written/", views.ResetWritten.as_view(), name="password-reset-written"),
    path("password-reset/<uidb64>/<token>/", views.SetPassword.as_view(), name="password-reset-set"),
    path("claim/<str:token>/", views.open_claim_link, name="open-claim-link"),
    path("claim/", views.claim_player, name="claim-player"),
    path("own/<str:token>/", views.open_owner_link, name="claim"),
    path("own/", views.claim, name="own"),
    path("admin/login/", views.admin_sign_in, name="admin-sign-in"),  # before Django's, as is the next
    path("admin/password_change/", to_password, name="admin-password"),
]
