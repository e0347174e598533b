-- Long work: one call a row for everything that a list's filter found (docs/jobs.md).

-- A queue of its own, whose merchants take turns. In a block: a spread table is altered on its nodes by the text of the
-- whole message, which must then be one command.
do $$
begin
  alter table outbox drop constraint outbox_queue_check;
  alter table outbox add constraint outbox_queue_check check (queue in ('standard', 'long', 'bulk'));
end $$;

create table task (
  merchant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- where it was asked for: the audit entries of its rows name the same
  session_id uuid not null,
  ip text not null,
  user_agent text not null,
  request_id text not null,
  -- a key of BULK_ACTIONS (contract/src/bulk-actions.ts)
  action text not null,
  filter jsonb not null,
  -- what the person gave once for all rows
  input jsonb not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  total integer not null,
  total_is_capped boolean not null,
  done_count integer not null default 0,
  failed_count integer not null default 0,
  skipped_count integer not null,
  -- why it ended before its rows did
  problem text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  seen_at timestamptz,
  primary key (merchant_id, id)
) with (fillfactor = 50);
create index task_newest on task (merchant_id, employee_id, created_at desc, id desc);
-- what a person has not seen the end of
create index task_open on task (merchant_id, employee_id) where seen_at is null;
create index task_expiry on task (merchant_id, expires_at);

-- The rows of a task as its filter found them, in the list's order. A row's own change and its result are one transaction.
create table task_row (
  merchant_id uuid not null,
  task_id uuid not null,
  position integer not null,
  row_id uuid not null,
  -- what a person knows the row by
  label text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'skipped')),
  message text not null default '',
  primary key (merchant_id, task_id, position)
);
-- the next row, and the failed ones
create index task_row_state on task_row (merchant_id, task_id, state, position) where state in ('waiting', 'failed');

select huanji_protect('task', 'task_row');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table task add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
alter table task_row add foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade not valid;
