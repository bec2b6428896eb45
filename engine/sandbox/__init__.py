"""Runs untrusted bots: a child process for each match, isolated by several layers."""
