"""The pages of the house itself: the design system with every part on show."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.shared.specimens import everything


def design(request: HttpRequest) -> HttpResponse:
    """Show every part of the design system, filled with invented clubs and players."""
    return render(request, "shared/design.html", everything())
