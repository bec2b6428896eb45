"""Games on the machine: matches, bots, live tables. It stands above `league`."""
