"""The order in which people look for a name: Lookout 5 before Lookout 10."""

from django.db.models import F, Func, TextField, Value
from django.db.models.expressions import OrderBy
from django.db.models.functions import Length

DIGITS = "0123456789"


def by_name(column: str = "name", *, downwards: bool = False) -> list[OrderBy]:
    """Names by their letters, and those that differ in the number at their end by that number."""
    letters = Func(F(column), Value(DIGITS), function="RTRIM", output_field=TextField())
    return [OrderBy(key, descending=downwards) for key in (letters, Length(column), F(column))]
