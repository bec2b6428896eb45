"""Matches on the server: seats, records and the pipeline that runs them."""
