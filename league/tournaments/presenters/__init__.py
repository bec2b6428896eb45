"""Contexts of the pages of tournaments, one module for each page."""
