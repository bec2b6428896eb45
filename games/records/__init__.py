"""Records that people bring: uploaded, pasted or typed, replayed by a worker, kept as evidence of a result."""
