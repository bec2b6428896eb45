"""Changes to leagues. `by` is the account that asks; `None` is the site itself, which may do everything.

Lock order: the league, then its tournaments by id, then as everywhere.
"""
