"""The methods that a page answers, beside the decorators of Django."""

from django.views.decorators.http import require_http_methods

require_safe_or_post = require_http_methods(["GET", "HEAD", "POST"])  # RFC 9110, 9.1: HEAD works wherever GET does
