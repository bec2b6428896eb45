"""Every question about leagues. What is private does not exist for those who may not see it."""
