"""Runs programs of strangers at a seat: a child process for each match, shut in by layers."""
