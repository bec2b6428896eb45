"""What every endpoint of the JSON API shares: problems, pages, public ids, addresses, what may be asked.

The framework reads parts of it while it starts, so each is imported from its own module.
"""
