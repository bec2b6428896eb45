"""API authentication by token: `Authorization: Bearer mh_...`.

A token acts as its account at endpoints that require a scope of it (`required_scope`). It reads public data as an
anonymous visitor, so that private data stays private, except at endpoints with `reading_scopes`. Every other endpoint
answers 403.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request

from league.accounts.errors import ScopeMissing
from league.accounts.models import Account, ApiToken
from league.accounts.services.tokens import use_token

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class TokenAuthentication(BaseAuthentication):
    """Token authentication of Django REST framework."""

    def authenticate(self, request: Request) -> tuple[Account | AnonymousUser, ApiToken] | None:
        """Return the account and the token; None where none was sent. Raise `TokenRefused`, `ScopeMissing`."""
        secret = _secret_in(get_authorization_header(request).decode("latin-1"))
        if secret is None:
            return None
        token = use_token(secret=secret)
        view, method = request.parser_context["view"], request.method or ""
        required = required_scopes(view, method)
        if required:
            check_scope(token, *required)
            return token.account, token
        if not hasattr(view, method.lower()):
            raise MethodNotAllowed(method)  # said first: no other token would help
        if method in _SAFE:
            acts_for_account = set(token.scopes) & set(reading_scopes(view))
            return token.account if acts_for_account else AnonymousUser(), token
        raise ScopeMissing(_("API tokens do not work here. Sign in with a browser."))

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  (the framework's shape)
        """Return the header of a 401 response."""
        return 'Bearer realm="Moothill"'


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its hook has no types
    """Describe tokens in the OpenAPI schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        """Return the scopes of which a token needs one; None where tokens are of no use."""
        view, method = auto_schema.view, auto_schema.method
        return [{self.name: [scope]} for scope in required_scopes(view, method) or reading_scopes(view)]

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002  (the framework's shape)
        """Return the definition of a bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "mh_...",
            "description": "API token from the account page, with the scope that the operation names.",
        }


def required_scopes(view: Any, method: str) -> tuple[str, ...]:
    """Return the scopes of which a token needs one for what is asked of a view; none where it names none."""
    named: Any = getattr(view, "required_scope", "")
    if isinstance(named, Mapping):
        named = named.get(getattr(view, "action", None) or method.lower(), "")
    if isinstance(named, str):
        return (named,) if named else ()
    return tuple(named)


def reading_scopes(view: Any) -> tuple[str, ...]:
    """Return the scopes with which a token reads at a view what its account may; others read what is public."""
    return tuple(getattr(view, "reading_scopes", ()))


def account_by_token(authorization: str, *, scope: str) -> Account | None:
    """Return the account of a header `Authorization`, for views outside the framework; None without a token.

    Raise `TokenRefused`, `ScopeMissing`.
    """
    secret = _secret_in(authorization)
    if secret is None:
        return None
    token = use_token(secret=secret)
    check_scope(token, scope)
    return token.account


def check_scope(token: ApiToken, *scopes: str) -> None:
    """Raise `ScopeMissing` unless the token was made for one of these."""
    if not set(scopes) & set(token.scopes):
        needed = " / ".join(scopes)
        raise ScopeMissing(
            _("Your token has the permission %(own)s, but this needs %(scope)s. Create another token in your account.")
            % {"scope": needed, "own": ", ".join(token.scopes)},
            scope=" ".join(scopes),
        )


def _secret_in(authorization: str) -> str | None:
    scheme, _space, secret = authorization.strip().partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None
