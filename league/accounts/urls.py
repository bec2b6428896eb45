"""URLs of accounts."""

from django.contrib.auth.views import LogoutView, PasswordResetDoneView
from django.urls import path
from django.views.generic import RedirectView

from league.accounts.views.account import (
    account,
    address,
    claim_player,
    confirm,
    confirm_again,
    delete,
    deleted,
    end_notices,
    language,
    new_address,
    notices,
    open_claim_link,
    own_data,
    revoke_one,
    tokens,
)
from league.accounts.views.sign_in import (
    AskForReset,
    ChangePassword,
    SetPassword,
    SignIn,
    admin_sign_in,
    claim,
    look,
    open_owner_link,
    sign_up,
)

app_name = "accounts"

reset_written = PasswordResetDoneView.as_view(template_name="members/password_reset_written.html")
to_password = RedirectView.as_view(pattern_name="accounts:change-password", http_method_names=["get", "head"])

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("look/<slug:role>/", look, name="demo-sign-in"),
    path("sign-up/", sign_up, name="sign-up"),
    path("account/", account, name="account"),
    path("account/language/", language, name="language"),
    path("account/password/", ChangePassword.as_view(), name="change-password"),
    path("account/confirm/", confirm_again, name="resend-confirmation"),
    path("account/confirm/<str:token>/", confirm, name="confirm-email"),
    path("account/address/", address, name="change-email"),
    path("account/address/<str:token>/", new_address, name="confirm-new-email"),
    path("account/tokens/", tokens, name="tokens"),
    path("account/tokens/<str:public_id>/revoke/", revoke_one, name="revoke-token"),
    path("account/notices/", notices, name="notifications"),
    path("account/notices/end/<str:token>/", end_notices, name="unsubscribe"),
    path("account/data/", own_data, name="export-data"),
    path("account/delete/", delete, name="delete"),
    path("account/deleted/", deleted, name="deleted"),
    path("password-reset/", AskForReset.as_view(), name="password-reset"),
    path("password-reset/written/", reset_written, name="password-reset-sent"),
    path("password-reset/<uidb64>/<token>/", SetPassword.as_view(), name="password-reset-set"),
    path("claim/<str:token>/", open_claim_link, name="open-claim-link"),
    path("claim/", claim_player, name="claim-player"),
    path("own/<str:token>/", open_owner_link, name="open-admin-link"),
    path("own/", claim, name="become-admin"),
    path("admin/login/", admin_sign_in, name="admin-sign-in"),  # before Django's, as is the next
    path("admin/password_change/", to_password, name="admin-password"),
]
