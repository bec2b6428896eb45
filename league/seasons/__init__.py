"""Leagues: seasons in divisions, with promotion and relegation between them."""
