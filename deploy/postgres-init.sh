#!/bin/sh
# Makes the application's role and database when PostgreSQL's volume is new. The role owns the database and may make roles; it is
# no superuser, so that row level security holds for it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$HUANJI_PASSWORD" --username=postgres <<'SQL'
create role huanji login createrole password :'password';
create database huanji owner huanji;
SQL
