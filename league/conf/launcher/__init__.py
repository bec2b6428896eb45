"""The launcher behind `manage.py`: environment, embedded services and processes.

Its modules import only the standard library, because `manage.py up` starts where nothing is installed yet. Functions
that need an installed package (psycopg, Django) import it themselves.
"""
