"""Matches on the server: bots, ladders, contests, live tables. Only `league.conf` imports it in `league`."""
