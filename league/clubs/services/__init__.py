"""Changes to clubs and memberships. `by=None` is the site itself, which may do everything."""
