"""What it costs an answer to be followed: named, timed and counted, and with a line of the log for each if asked.

python3 manage.py shell < tests/benchmarks/following.py
"""

import io
import logging
from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from league.operations.middleware import follow_requests

request, response = RequestFactory().get("/clubs/"), HttpResponse("said")
request.resolver_match = resolve("/clubs/")


def microseconds(answer: Callable[[HttpRequest], HttpResponse], turns: int) -> float:
    """The best of seven runs, for one answer."""
    runs = []
    for _run in range(7):
        begun = perf_counter()
        for _turn in range(turns):
            answer(request)
        runs.append(perf_counter() - begun)
    return 1_000_000 * min(runs) / turns


for handler in logging.getLogger().handlers:
    if isinstance(handler, logging.StreamHandler):
        handler.setStream(io.StringIO())
followed = follow_requests(lambda _request: response)
print(f"followed: {microseconds(followed, 20_000):.1f} us an answer")
settings.LOG_EVERY_REQUEST = True
print(f"with a line for each: {microseconds(followed, 3_000):.1f} us")
