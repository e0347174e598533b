-- Exports: a list's rows as a file, made in the background part by part (docs/jobs.md).

create table export_task (
  merchant_id uuid not null,
  id uuid not null,
  -- a key of EXPORT_KINDS (contract/src/export-kinds.ts)
  kind text not null,
  format text not null check (format in ('xlsx', 'csv')),
  -- the list's input without paging, and what it says in words
  filter jsonb not null,
  filter_text text not null,
  -- the keys of the columns in the file's order
  columns text[] not null,
  employee_id uuid not null,
  requested_by text not null,
  -- where it was asked for: the work goes on as this person with the rights of the moment
  session_id uuid not null,
  state text not null check (state in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  rows_done integer not null default 0,
  rows_total integer,
  bytes bigint not null default 0,
  -- how far the rows were read and written; null at the beginning
  cursor jsonb,
  -- the stored parts in their order: the run that wrote each, and its bytes
  parts jsonb not null default '[]',
  -- counts the attempts: only the newest one may add a part
  run integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  seen_at timestamptz,
  primary key (merchant_id, id)
) with (fillfactor = 50);
create index export_task_newest on export_task (merchant_id, created_at desc, id desc);
create index export_task_own on export_task (merchant_id, employee_id, created_at desc, id desc);
-- what is removed when its time is over
create index export_task_ended on export_task (merchant_id, finished_at) where finished_at is not null;

select huanji_protect('export_task');
-- The table is empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table export_task add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
