"""People at the machine: live tables and replays. Nothing is built here yet."""
