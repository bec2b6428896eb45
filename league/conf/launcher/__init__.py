"""The launcher behind `manage.py`: environment, embedded services and processes.

It stands on the standard library alone, because `manage.py up` begins where nothing is installed yet. What
needs an installed part (psycopg, Django) imports it inside the function that uses it.
"""
