"""Integrations: calendar feeds, embedded standings, and webhooks."""
