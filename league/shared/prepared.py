"""Questions to the database whose SQL is written once a process.

Django writes the SQL of a query set anew each time, which for a wide one takes several times as long as to ask and to
read the answer. Where pages ask the same again and again with other values, only the values change:

    @prepared(TEXT)
    def events_at(address: str) -> QuerySet[Event]:
        return Event.objects.select_related("club").filter(public_id=address)

    found = events_at(public_id)  # a list
"""

from collections.abc import Callable, Sequence
from copy import copy
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Field, Lookup, Prefetch
from django.db.transaction import TransactionManagementError
from django.utils import timezone, translation

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
ELSEWHERE = ZoneInfo("Pacific/Chatham")  # where nobody reads: what is written for its hours is for no other's


class Kind(NamedTuple):
    """A kind of values: what stands for one while SQL is written, by its position. No question really asks for it."""

    mark: Callable[[int], object]


NUMBER: Final = Kind(lambda position: 1_900_000_000 + position)
TEXT: Final = Kind("\x01{}".format)
MOMENT: Final = Kind(lambda position: datetime(1900, 1, 1, microsecond=position, tzinfo=UTC))
NUMBERS: Final = Kind(lambda position: [1_900_000_000 + position])
SUBJECT: Final = Kind(lambda position: UUID(int=1 + position))
SUBJECTS: Final = Kind(lambda position: [UUID(int=1 + position)])


class _Written(NamedTuple):
    """What was written: the query set with marks, its compiler, the SQL, and where in its parameters marks stand.

    And what makes values of what the database answers, by column.
    """

    rows: "QuerySet[Any, Any]"
    compiler: "SQLCompiler"
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    """Each as the index of a parameter and the position of the value that stands there."""
    converters: dict[int, Any]


class Prepared(Generic[Row]):
    """A query set, by a function of the values it is filtered by and what kind each of them is.

    The values may only be compared, by `exact`, or lists by `any_of`, and only to find fewer: none may decide how the
    query set is built. An empty list finds nothing, and nothing is asked.
    """

    def __init__(self, build: "Callable[..., QuerySet[Any, Row]]", *kinds: Kind) -> None:
        self._build, self._kinds = build, kinds
        self._written: _Written | None = None

    def __call__(self, *values: object) -> list[Row]:
        """Ask with these values, in one query and those of `prefetch_related`. Raises TypeError for too few or many."""
        if len(values) != len(self._kinds):
            raise TypeError(f"This question takes {len(self._kinds)} values, and was given {len(values)}.")
        if [] in values:
            return []
        if self._written is None:
            self._written = self._write()  # two threads at once write the same
        rows, compiler, sql, parameters, places, converters = self._written
        given = list(parameters)
        for index, position in places:
            given[index] = values[position]
        if rows.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("Rows are locked in a transaction only.")
        asking = copy(compiler)
        asking.connection = connection  # that of this thread
        asked = rows.all()
        setattr(asking, "as_sql", lambda *_args, **_more: (sql, tuple(given)))  # noqa: B010  (of this one alone)
        setattr(asking, "get_converters", lambda _columns: converters)  # noqa: B010  (of this one alone)
        setattr(asked.query, "get_compiler", lambda *_args, **_more: asking)  # noqa: B010  (of this one alone)
        return list(asked)

    def _write(self) -> _Written:
        """Write it, and once more with other marks for another reader: all that differs must be the marks."""
        written, marks = self._written_with(0)
        with translation.override("zxx"), timezone.override(ELSEWHERE):
            again, others = self._written_with(len(self._kinds))
        swapped = [others[marks.index(each)] if each in marks else each for each in written.parameters]
        if (written.sql, swapped) != (again.sql, list(again.parameters)):
            raise TypeError(f"More than its values decides how this question is written: {written.sql}")
        if {position for _index, position in written.places} != set(range(len(marks))):
            raise TypeError(f"A value of this question is not in its SQL as it was given: {written.sql}")
        for each in (*written.parameters, *_of_prefetches(written.rows)):
            if isinstance(each, date) and each not in marks:
                raise TypeError(f"The hour in this question would stay what it is now: {written.sql}")
        if any(each in marks for each in _of_prefetches(written.rows)):
            raise TypeError(f"What is read with this question would be asked for with marks: {written.sql}")
        return written

    def _written_with(self, first: int) -> tuple[_Written, list[object]]:
        """What is written with the marks from a position on, and these."""
        marks = [kind.mark(position) for position, kind in enumerate(self._kinds, first)]
        rows = self._build(*marks)
        compiler = rows.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        places = tuple((index, marks.index(each)) for index, each in enumerate(parameters) if each in marks)
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        return _Written(rows, compiler, sql, tuple(parameters), places, converters), marks


def _of_prefetches(rows: "QuerySet[Any, Any]") -> list[Any]:
    """The parameters of what `prefetch_related` reads by query sets of its own."""
    lookups = rows._prefetch_related_lookups  # type: ignore[attr-defined]  # the stubs leave out what is Django's own
    beside = [each.queryset for each in lookups if isinstance(each, Prefetch)]
    return [each for found in beside if found is not None for each in found.query.sql_with_params()[1]]


def prepared(*kinds: Kind) -> "Callable[[Callable[..., QuerySet[Any, Row]]], Prepared[Row]]":
    """Have the SQL of what a function returns written once; its parameters are of these kinds."""
    return lambda build: Prepared(build, *kinds)


@Field.register_lookup
class AnyOf(Lookup[Any]):
    """`field__any_of=[...]`: one of a list that goes to PostgreSQL as one value, so that its length changes no SQL."""

    lookup_name = "any_of"

    def get_prep_lookup(self) -> Sequence[Any]:
        """The values of the list, each as the field has it."""
        return [self.lhs.output_field.get_prep_value(each) for each in self.rhs]

    def as_sql(self, compiler: "SQLCompiler", connection: Any) -> tuple[str, tuple[Any, ...]]:
        """The comparison with an array."""
        left, parameters = self.process_lhs(compiler, connection)
        return f"{left} = ANY(%s)", (*parameters, self.rhs)
