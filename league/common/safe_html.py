"""The only functions that put text into a page without escaping."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.utils.safestring import SafeString

Given = ParamSpec("Given")


def safe_html(drawing: str) -> SafeString:
    """Mark a drawing or rendered Markdown as safe HTML. The code that made it has escaped the text in it."""
    return SafeString(drawing)


def drawing_tag(draw: Callable[Given, str]) -> Callable[Given, SafeString]:
    """Return the template tag of a function that draws."""

    @wraps(draw)
    def tag(*args: Given.args, **kwargs: Given.kwargs) -> SafeString:
        return safe_html(draw(*args, **kwargs))

    return tag
