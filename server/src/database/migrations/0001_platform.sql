-- Roles, row level security, and the tables the platform itself needs. Times come from the application's clock.
--
-- huanji_app     what every call works as: one merchant's rows (app.merchant_id) and the global tables
-- huanji_worker  what jobs run as: outbox, inbox and idempotency records of all merchants, rate limits, nothing else
-- The owner of the tables is neither, and forced row level security binds the owner too: a later migration that
-- rewrites rows of a protected table lifts the force for its own length (`alter table … no force row level security`).

do $$
declare
  wanted text;
  before text := current_setting('role');
begin
  foreach wanted in array array['huanji_app', 'huanji_worker'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another database of this server was set up at the same moment
      end;
    end if;
    -- since PostgreSQL 16 the creator of a role may administer it but not assume it, unless a superuser
    begin
      perform set_config('role', wanted, true);
      perform set_config('role', before, true);
    exception when insufficient_privilege then
      execute format('grant %I to %I', wanted, current_user);
    end;
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end $$;

-- covers the tables and sequences of every later migration
alter default privileges in schema public grant select, insert, update, delete on tables to huanji_app;
alter default privileges in schema public grant usage on sequences to huanji_app;

-- Makes tables a merchant's own: forced row level security, so that a statement without its merchant is an error. On a
-- cluster that was spread already (docs/scaling.md) it also spreads them, before their foreign keys are laid: a file that
-- comes after the first spreading lays them by `alter table` after this call.
create function huanji_protect(variadic tables text[]) returns void language plpgsql as $$
declare
  name text;
  is_spread boolean := false;
begin
  if exists (select from pg_extension where extname = 'citus') then
    is_spread := exists (select from pg_dist_partition where logicalrelid = to_regclass('merchant'));
  end if;
  foreach name in array tables loop
    if is_spread then
      perform create_distributed_table(name::regclass, 'merchant_id', colocate_with => 'merchant');
    end if;
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy merchant on %I to huanji_app
         using (merchant_id = current_setting(''app.merchant_id'')::uuid)
         with check (merchant_id = current_setting(''app.merchant_id'')::uuid)', name);
  end loop;
end $$;

create table counter (
  merchant_id uuid not null,
  name text not null,
  value bigint not null,
  primary key (merchant_id, name)
);

create table history (
  merchant_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  at timestamptz not null,
  sequence bigint generated always as identity,
  -- null for the marketplace, a buyer, and our own schedules
  employee_id uuid,
  who text not null,
  action text not null,
  action_label text not null,
  from_state text,
  to_state text,
  note text not null default '',
  primary key (merchant_id, subject, subject_id, at, sequence)
);
revoke update, delete on history from huanji_app;

-- What changed people, rights or money. Each row is chained to the one before it (server/src/audit/link.ts), so that a
-- changed, removed or slipped-in row is found.
create table audit_log (
  merchant_id uuid not null,
  sequence bigint not null,
  at timestamptz not null,
  employee_id uuid,
  who text not null,
  ip text not null,
  user_agent text not null,
  action text not null,
  action_label text not null,
  subject text not null,
  subject_id text not null,
  subject_label text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  hash bytea not null,
  primary key (merchant_id, sequence)
);
-- the log is listed by time, and each filter has the index that ends in that order
create index audit_log_at on audit_log (merchant_id, at, sequence);
create index audit_log_employee on audit_log (merchant_id, employee_id, at, sequence);
create index audit_log_action on audit_log (merchant_id, action, at, sequence);
create index audit_log_subject on audit_log (merchant_id, subject, at, sequence);
revoke update, delete on audit_log from huanji_app;

-- The last link of each merchant's chain: how many rows the log has, and the newest one's hash.
create table audit_head (
  merchant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);
revoke delete on audit_head from huanji_app;

-- One row a write that came with an idempotency key; its answer is null while the call is carried out.
create table idempotency_record (
  merchant_id uuid not null,
  employee_id uuid not null,
  path text not null,
  key text not null,
  body_hash text not null,
  answer text,
  created_at timestamptz not null,
  primary key (merchant_id, employee_id, path, key)
);
create index idempotency_record_age on idempotency_record (created_at);

create table outbox (
  merchant_id uuid not null,
  id uuid not null,
  queue text not null default 'standard' check (queue in ('standard', 'long')),
  aggregate text not null,
  sequence bigint generated always as identity,
  kind text not null,
  payload jsonb not null,
  state text not null check (state in ('pending', 'delivered', 'dead', 'discarded')),
  attempts integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
-- the jobs of one partition run in the order of their sequence
create index outbox_partition on outbox (merchant_id, queue, aggregate, sequence) where state = 'pending';
-- Narrower than the one above although both hold the same rows: without statistics, which the embedded database never
-- gathers, the planner would otherwise look for the first job of a partition in this one, and read the whole queue.
create index outbox_due on outbox (queue, due_at) where state = 'pending' and finished_at is null;
create index outbox_dead on outbox (created_at) where state = 'dead';
create index outbox_finished on outbox (finished_at) where state in ('delivered', 'discarded');

-- Messages of the marketplace, stored before they are acknowledged. They name a seller, not yet a merchant.
create table inbox (
  id uuid primary key,
  route text not null check (route in ('push', 'callback')),
  dedup_key text not null unique,
  -- the exact text: its numbers may be larger than a JSON number can hold
  body text not null,
  state text not null check (state in ('pending', 'delivered', 'dead', 'discarded')),
  attempts integer not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  received_at timestamptz not null,
  finished_at timestamptz
);
create index inbox_due on inbox (due_at) where state = 'pending';
create index inbox_dead on inbox (received_at) where state = 'dead';
create index inbox_finished on inbox (finished_at) where state in ('delivered', 'discarded');
revoke select, insert, update, delete on inbox from huanji_app;

-- Which process does a schedule's work: the owner renews its lease while it works, and due_at is the next time.
create table schedule_lock (
  name text primary key,
  due_at timestamptz not null,
  owner uuid,
  leased_until timestamptz
);
revoke select, insert, update, delete on schedule_lock from huanji_app;

-- What callers have left of their budgets of calls over all gateways (docs/scaling.md). After a crash it is empty, and
-- every budget is whole.
create unlogged table rate_bucket (
  subject text primary key,
  -- below 0 when more was used than there was
  tokens double precision not null,
  at timestamptz not null
) with (fillfactor = 50);
revoke select, insert, update, delete on rate_bucket from huanji_app;

select huanji_protect('counter', 'history', 'audit_log', 'audit_head', 'idempotency_record', 'outbox');

create policy jobs on outbox to huanji_worker using (true) with check (true);
create policy housekeeping on idempotency_record to huanji_worker using (true);
grant select, update, delete on outbox to huanji_worker;
grant select, delete on idempotency_record to huanji_worker;
grant select, insert, update, delete on inbox, schedule_lock, rate_bucket to huanji_worker;
