"""`Idempotency-Key`: a repeated request of a program gets the stored response, and does nothing twice."""

import hashlib
import json
import re
from collections.abc import Callable, Collection
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.accounts.errors import KeyRefused, KeyReused
from league.accounts.models import Account, AnsweredRequest
from league.common.api.views import ApiView
from league.common.errors import PROBLEM_TYPE

KEY: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
READABLE: Final = re.compile(r"[!-~]{1,100}")

Handler = Callable[..., Response]


class IdempotentWrites(ApiView):
    """Endpoints that accept an `Idempotency-Key` for changes, except actions in `without_keys`."""

    without_keys: ClassVar[Collection[str]] = ()

    @property
    def account(self) -> Account:
        """The account that asks. Raise `NotAuthenticated` without one."""
        if not isinstance(self.request.user, Account):
            raise NotAuthenticated
        return self.request.user

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Store the key after authentication and before the handler."""
        super().initial(request, *args, **kwargs)
        key, method = request.headers.get(KEY), (request.method or "").lower()
        handler: Handler | None = getattr(self, method, None)
        if key is None or handler is None or method in {"get", "head", "options"}:
            return
        if getattr(self, "action", "") in self.without_keys or not isinstance(request.user, Account):
            return
        setattr(self, method, partial(self._answer_once, handler, request.user, key))

    def _answer_once(
        self, handler: Handler, account: Account, key: str, request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        if not READABLE.fullmatch(key):
            sentence = _("Invalid Idempotency-Key. Use 1 to 100 printable characters without spaces.")
            raise KeyRefused(sentence)
        with transaction.atomic():  # a second request with the same key waits until it ends
            row, is_new = AnsweredRequest.objects.get_or_create(
                account=account, key=key, defaults={"digest": _digest_of(request)}
            )
            if not is_new:
                return _replay(row, _digest_of(request))
            response = self._handled(handler, request, *args, **kwargs)
            has_to_be_sent_later = response.status_code == HTTPStatus.TOO_MANY_REQUESTS
            if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR and not has_to_be_sent_later:
                row.status = response.status_code
                row.body = "" if response.data is None else JSONRenderer().render(response.data).decode()
                row.save(update_fields=["status", "body"])
            else:
                row.delete()
            return response

    def _handled(self, handler: Handler, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the answer or the refusal, which has changed nothing. Bugs are raised, and free the key."""
        try:
            with transaction.atomic():
                return handler(request, *args, **kwargs)
        except Exception as error:
            refusal: Response = self.handle_exception(error)
            return refusal


def _digest_of(request: Request) -> str:
    """Return the hash of what was asked. Files of a multipart body are read in pieces, at any boundary alike."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    if str(request.content_type).lower().startswith("multipart/form-data"):
        files = [(name, [_hash_of(file) for file in request.FILES.getlist(name)]) for name in sorted(request.FILES)]
        digest.update(repr((sorted(request.POST.lists()), files)).encode())
    else:
        digest.update(request.body)
    return digest.hexdigest()


def _hash_of(file: "UploadedFile[Any]") -> str:
    checksum = hashlib.sha256()
    for piece in file.chunks():
        checksum.update(piece)
    return checksum.hexdigest()


def _replay(row: AnsweredRequest, digest: str) -> Response:
    if row.digest != digest:
        raise KeyReused(_("This Idempotency-Key was sent with another request. Use a new key for each request."))
    body = json.loads(row.body) if row.body else None
    kind = PROBLEM_TYPE if row.status >= HTTPStatus.BAD_REQUEST else None
    return Response(body, status=row.status, headers={REPLAYED: "true"}, content_type=kind)
