"""Cursors: a page of rows and where the next begins."""

from rest_framework.pagination import CursorPagination


class PublicCursorPagination(CursorPagination):
    """Pages of 50 rows (at most 200), newest first."""

    ordering = "-id"
    page_size_query_param = "limit"
    max_page_size = 200
