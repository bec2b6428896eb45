"""A club of invented people with a long history, to see how pages and folds bear it. Nothing in it is anybody's.

Everything goes through the services that people's own results go through. The same seed makes the same people, games
and tables; only addresses and times differ.
"""
