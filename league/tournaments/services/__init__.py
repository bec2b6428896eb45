"""Changes to tournaments. `by` is the account that asks; `None` is the site itself, which may do everything.

Every service raises refusals of `league.tournaments.errors`, with the sentence for the person who asked.
Lock order: matches by id, then tournament, then pools by id.
"""
