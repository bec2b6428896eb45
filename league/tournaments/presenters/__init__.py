"""Contexts of pages of tournaments: a module for each page."""
