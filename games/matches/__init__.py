"""Matches on the machine: seats, records and the pipeline that runs them."""
