"""What every page's template may use."""

from django.http import HttpRequest


def page(request: HttpRequest) -> dict[str, object]:
    """Return the names that `base.html` needs on every page."""
    return {"is_fragment": bool(getattr(request, "htmx", False))}
