#!/bin/sh
# The database and its two roles: one owns the tables and changes them, the other works with their rows and owns nothing.
# The postgres image runs it at its first start; elsewhere run it once, with the connection in PGHOST, PGUSER and so on.
set -eu
psql -v ON_ERROR_STOP=1 -d postgres -U "${POSTGRES_USER:-postgres}" \
  -v owner="$VITRINE_OWNER_PASSWORD" -v api="$VITRINE_API_PASSWORD" <<'SQL'
create role vitrine_owner login password :'owner';
create role vitrine_api login password :'api';
create database vitrine owner vitrine_owner encoding 'UTF8' template template0;
revoke all on database vitrine from public;
grant connect on database vitrine to vitrine_api;
SQL
