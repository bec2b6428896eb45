"""Remote bots: programs that run elsewhere, are asked over a stream that they open, and answer by POST.

The protocol is docs/remote-bots.md. `exchange` keeps what is asked in Redis, `stream` writes it to
whoever is connected, `seat` waits for the answer at the table, `clock` says whose time it took.
"""
