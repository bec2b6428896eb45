"""The pages of records: bringing, writing, and what became of them."""
