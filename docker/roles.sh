#!/bin/sh
# Run once by the PostgreSQL container, when its volume is empty: the database, its owner, and the role for uploaded bots.
# Neither of the two is a superuser. The owner may make no roles, so both are made here; `migrate` gives the second its rights.
# With the word `aside` the roles are there: the database is called moothill_old from then on, and an empty one takes its place.
set -eu

secrets=${SECRETS:-/run/secrets}

ask() { # OPTIONS: have PostgreSQL do what is read
    psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres "$@"
}

if [ "${1:-}" = aside ]; then
    if [ "$(echo "SELECT 1 FROM pg_database WHERE datname = 'moothill_old'" | ask --tuples-only --no-align)" ]; then
        echo "A database that was put aside before is still there. If you no longer need it, delete it and try again:" >&2
        echo "docker compose -f docker/compose.yaml exec postgres dropdb -U postgres moothill_old" >&2
        exit 1
    fi
    ask <<'SQL'
ALTER DATABASE moothill RENAME TO moothill_old;
SQL
else
    ask --set site="$(cat "$secrets/password_site")" --set programs="$(cat "$secrets/password_programs")" <<'SQL'
CREATE ROLE moothill LOGIN PASSWORD :'site';
CREATE ROLE moothill_programs LOGIN PASSWORD :'programs' CONNECTION LIMIT 40;
SQL
fi

ask <<'SQL'
CREATE DATABASE moothill OWNER moothill ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C' TEMPLATE template0;
REVOKE ALL ON DATABASE moothill FROM PUBLIC;
GRANT CONNECT ON DATABASE moothill TO moothill_programs;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
REVOKE CONNECT ON DATABASE template1 FROM PUBLIC;
SQL
