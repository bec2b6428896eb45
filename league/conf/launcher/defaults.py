"""Numbers and names that both the settings and the launcher use."""

WEB_THREADS = 2  # of each web process, for pages
EXTRA_CONNECTIONS = 4  # of each web process: for monitoring, for the permission of a file, for streams of remote bots
QUEUES = ("matches", "records", "ratings", "mail", "bots", "programs", "remote", "mixed", "reviews")
