#!/bin/sh
# Makes one node of the cluster when its volume is new: the application's role, which is no superuser, its database with Citus in it,
# and the rule by which the nodes reach each other as the roles of the application (docs/scaling.md §4).
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$HUANJI_PASSWORD" --username=postgres <<'SQL'
set citus.enable_ddl_propagation = off;
create role huanji login createrole password :'password';
create role huanji_app login;
create role huanji_worker login;
alter role huanji_app set lock_timeout = '3s';
alter role huanji_app set statement_timeout = '15s';
alter role huanji_worker set lock_timeout = '3s';
alter role huanji_worker set statement_timeout = '15s';
grant huanji_app, huanji_worker to huanji;
create database huanji owner huanji;
\connect huanji
create extension citus;
SQL
# the only network of a node is the cluster's own, which nothing but the product is in
sed -i '/^host all all all/d' "$PGDATA/pg_hba.conf"
cat >>"$PGDATA/pg_hba.conf" <<'HBA'
host all huanji,huanji_app,huanji_worker,postgres samenet trust
host all all all scram-sha-256
HBA
psql --username=postgres --command='select pg_reload_conf()' >/dev/null
