"""Matches on the server: bots, ladders, contests, live tables. May import `league`, never the other way round."""
