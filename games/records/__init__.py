"""Game records that people add: uploaded, pasted or typed, checked by replay, kept as evidence of a result."""
