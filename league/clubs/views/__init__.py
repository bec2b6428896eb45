"""Pages of clubs: overview, Manage, links, log."""
