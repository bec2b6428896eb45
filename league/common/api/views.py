"""Base classes of endpoints: rows named by public id, filtered by query parameters; unknown input is refused."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet, ReadOnlyModelViewSet

from league.common.query_params import Question

Noun = TypeVar("Noun", bound=Model)

Scopes = str | tuple[str, ...]

LONGEST_ECHO = 40


class PublicAnswers(APIView):
    """How every endpoint answers: times in UTC, a tag that a repeated question is checked against, no guessing.

    `required_scope` names what a program's token must be for: one scope, or several of which one is enough, or either
    by action; see `league.accounts.authentication`. Where it names none, a token for one of `reading_scopes` reads what
    its account may; every other token reads what everybody may.

    Endpoints that write take an `Idempotency-Key` (`league.accounts.idempotency`).
    """

    required_scope: ClassVar[Scopes | Mapping[str, Scopes]] = ""
    reading_scopes: ClassVar[tuple[str, ...]] = ()

    def known_parameters(self) -> set[str]:
        """The query parameters that this address reads; with any other it refuses to answer."""
        return set()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with times in UTC, wherever the one who asks lives."""
        with timezone.override(UTC):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse parameters that would be passed over, before anything is read."""
        super().initial(request, *args, **kwargs)
        if unknown := sorted(set(request.query_params) - self.known_parameters()):
            raise ValidationError({name: [self._unknown(name)] for name in unknown[:8]})

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Tag what was read, so that a client which has it gets 304 instead."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        is_read = request.method in {"GET", "HEAD"} and answer.status_code == 200
        if is_read and not answer.streaming:
            answer.add_post_render_callback(_tagging(request))
        return answer

    def _unknown(self, name: str) -> str:
        known = ", ".join(sorted(self.known_parameters()))
        facts = {"name": name[:LONGEST_ECHO], "known": known}
        if known:
            return _("Unknown parameter “%(name)s”. Use %(known)s.") % facts
        return _("Unknown parameter “%(name)s”. This address takes no parameters.") % facts


class PublicList(PublicAnswers, GenericViewSet[Noun]):
    """Addresses that answer lists: what they know is what their question has and their pages read."""

    question: ClassVar[type[Question]] = Question  # an extra action names its own

    def known_parameters(self) -> set[str]:
        """None where one row is asked for."""
        if self.action in {None, "retrieve"}:
            return set()
        pages: Any = self.paginator
        return set(self.question().fields) | (pages.parameters() if pages else set())

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that are asked for; raises `ValidationError` for what cannot be."""
        question = self.question(data=self.request.query_params, context=self.get_serializer_context())
        question.is_valid(raise_exception=True)
        return question.choose(queryset)


class PublicRows(PublicList[Noun], ReadOnlyModelViewSet[Noun]):
    """A list and its rows at `<list>/<public id>/`."""

    lookup_field = "public_id"
    lookup_value_regex = "[0-9a-z]{12}"


def _tagging(request: Request) -> Callable[[HttpResponse], HttpResponseBase]:
    def tag(answer: HttpResponse) -> HttpResponseBase:
        etag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
        answer["ETag"] = etag
        patch_cache_control(answer, private=True, no_cache=True)
        checked = get_conditional_response(request._request, etag=etag, response=answer)
        return checked if checked is not None else answer

    return tag
