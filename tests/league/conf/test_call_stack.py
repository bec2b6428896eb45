"""With room for its frames a loop of calls takes no new memory, however deep it runs."""

import resource
import sys
from collections.abc import Callable

import pytest

from league.conf.call_stack import reserve_stack

CALLS = 500


def most_faults() -> int:
    """Return how many pages of memory a loop of calls was given anew, at the worst of many depths."""
    return max(faults_at(depth) for depth in range(200))


def faults_at(depth: int) -> int:
    if depth:
        return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _call in range(CALLS):
        called()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def called() -> None:
    """A function that needs as much room as a large one."""


called.__code__ = called.__code__.replace(co_stacksize=200)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="it is about CPython")
def test_at_no_depth_a_loop_of_calls_takes_memory_anew() -> None:
    assert reserve_stack(most_faults)() < CALLS / 10


@pytest.mark.parametrize("call", [dict, reserve_stack(dict)])
def test_the_function_is_called_as_it_was(call: Callable[..., dict[str, int]]) -> None:
    assert call([("a", 1)], b=2) == {"a": 1, "b": 2}


def test_an_error_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        reserve_stack(lambda: 1 // 0)()
