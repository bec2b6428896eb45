"""Changes to tournaments. `by` is the account that asks; `None` is the site itself, which may do everything.

Lock order: matches by id, then tournament, then pools by id.
"""
