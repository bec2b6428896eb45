"""Queries for calendars, embeds and webhooks."""
