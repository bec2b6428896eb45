"""Base classes of endpoints: rows named by public id, filtered by query parameters; unknown input is refused."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet, ReadOnlyModelViewSet

from league.common.api.fields import LONGEST_ECHO, MOST_NAMED
from league.common.query_params import QueryParams

ModelT = TypeVar("ModelT", bound=Model)

Scopes = str | tuple[str, ...]


@method_decorator([conditional_page, cache_control(private=True, no_cache=True)], name="dispatch")
class ApiView(APIView):
    """Base of every endpoint: times in UTC, an ETag on what is read, unknown query parameters refused.

    `required_scope` names what a program's token must be for: one scope, or several of which one is enough, or either
    by action; see `league.accounts.authentication`. Where it names none, a token for one of `reading_scopes` reads what
    its account may; every other token reads what everybody may.

    Endpoints that write take an `Idempotency-Key` (`league.accounts.idempotency`).
    """

    required_scope: ClassVar[Scopes | Mapping[str, Scopes]] = ""
    reading_scopes: ClassVar[tuple[str, ...]] = ()

    def known_parameters(self) -> set[str]:
        """Return the names of the query parameters that this endpoint reads; any other is refused."""
        return set()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with times in UTC, whatever time zone the account has."""
        with timezone.override(UTC):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown query parameters before anything is read. Raise ValidationError."""
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            return  # the answer is 405, whatever the parameters
        if unknown := sorted(set(request.query_params) - self.known_parameters()):
            raise ValidationError({name[:LONGEST_ECHO]: [self._unknown(name)] for name in unknown[:MOST_NAMED]})

    def _unknown(self, name: str) -> str:
        known = ", ".join(sorted(self.known_parameters()))
        facts = {"name": name[:LONGEST_ECHO], "known": known}
        if known:
            return _("Unknown parameter “%(name)s”. Use %(known)s.") % facts
        return _("Unknown parameter “%(name)s”. This address takes no parameters.") % facts


class PublicListViewSet(ApiView, GenericViewSet[ModelT]):
    """Endpoints of lists. They accept the parameters of `query_params_class` and of their pagination."""

    query_params_class: ClassVar[type[QueryParams]] = QueryParams  # an extra action names its own

    def known_parameters(self) -> set[str]:
        """Return those of lists; an action at one row has only those that it names itself."""
        if self.action == "retrieve":
            return set()
        pages: Any = self.paginator
        of_pages: set[str] = pages.parameters() if pages else set()
        has_own_params = self.query_params_class is not type(self).query_params_class
        if self.detail and not has_own_params:
            return of_pages
        return of_pages | set(self.query_params_class().fields)

    @cached_property
    def params(self) -> QueryParams:
        """The query parameters. Raise ValidationError for an invalid one."""
        params = self.query_params_class(data=self.request.query_params, context=self.get_serializer_context())
        params.is_valid(raise_exception=True)
        return params

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows that match the query parameters. Raise ValidationError for an invalid one."""
        return self.params.filter_rows(queryset)


class PublicViewSet(PublicListViewSet[ModelT], ReadOnlyModelViewSet[ModelT]):
    """Endpoints of a list, and of its rows at `<list>/<public id>/`."""

    lookup_field = "public_id"
    lookup_value_regex = "[0-9a-z]{12}"
