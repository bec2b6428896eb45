"""Pools and the append-only ledger of results."""
