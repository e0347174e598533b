-- What a database is used for: production refuses one that a demo has filled, and a demo refuses one that production
-- has used. One row, written by whoever uses the database first, and never changed.
create table installation (
  is_only boolean primary key default true check (is_only),
  purpose text not null check (purpose in ('demo', 'production')),
  marked_at timestamptz not null
);
grant select, insert on installation to huanji_app;
