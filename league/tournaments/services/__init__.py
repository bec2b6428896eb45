"""Changes to tournaments. `by` is the account that acts; `None` is the site itself, which may do everything.

Services raise the errors of `league.tournaments.errors`, with a sentence for the user. Lock order: matches by id, then
tournament, then pools by id.
"""
