"""Whatever is asked of the API of the real site, it answers below 500, and is there afterwards."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from tests.fuzz.garbling import how_many
from tests.league.conf.test_the_schema import Operation, headers, house, operations_of, what_is_there

__all__ = ["headers", "house"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]
USUAL = 100


@pytest.mark.long
def test_no_request_breaks_the_site(live_site: str, headers: dict[str, str]) -> None:
    operations = operations_of(schemathesis.openapi.from_url(f"{live_site}/api/v1/schema"))
    each = -(-how_many(USUAL) // len(operations))
    for operation in operations:
        ask(operation, headers, each)


def ask(operation: Operation, headers: dict[str, str], times: int) -> None:
    """Send so many requests of the operation, half of them to a row that is there, most with a token."""
    there = what_is_there(operation.path)
    there.pop("number", None)

    @given(case=operation.as_strategy(), aims=st.booleans(), is_signed=st.sampled_from((True, True, True, False)))
    @settings(max_examples=times, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def send(case: schemathesis.Case[Any], aims: bool, is_signed: bool) -> None:
        if aims:
            case.path_parameters = (case.path_parameters or {}) | there
        answer = case.call(headers=headers if is_signed else {})
        case.validate_response(answer, checks=[not_a_server_error])

    send()
