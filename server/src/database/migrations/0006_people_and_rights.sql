-- Roles that follow their preset, employees that leave, passwords that a merchant wants renewed, and the audit log.

-- Since PostgreSQL 16 whoever makes a role governs it and still cannot become it, unless a superuser.
do $$
declare
  wanted text;
  before text := current_setting('role');
begin
  foreach wanted in array array['huanji_app', 'huanji_worker'] loop
    begin
      perform set_config('role', wanted, true);
      perform set_config('role', before, true);
    exception when insufficient_privilege then
      execute format('grant %I to %I', wanted, current_user);
    end;
  end loop;
end $$;

-- Null: the role takes its grants and its refund limit from its preset, also those of screens to come.
alter table role alter column grants drop not null;
-- The most one refund may come to; null is without a limit. Of no meaning while the grants are null.
alter table role add column refund_limit_fen bigint;
alter table role no force row level security;
update role set grants = null where preset is not null;
alter table role force row level security;

-- An employee who left stays as a name on what was done; the phone can be employed again.
alter table employee add column deleted_at timestamptz;
alter table employee add column last_sign_in_at timestamptz;
alter table employee drop constraint employee_merchant_id_phone_key;
create unique index employee_phone on employee (merchant_id, phone) where deleted_at is null;

-- Owning a merchant and having registered it are two things: a second owner may register a merchant too.
alter table phone_directory rename column is_owner to is_founder;
alter index phone_directory_owner rename to phone_directory_founder;
-- A password opens this merchant only when it was set after this moment; null asks for nothing.
alter table phone_directory add column password_wanted_since timestamptz;
-- Of very many merchants that employ a phone, the ones it works for come first: strangers must not crowd them out.
alter table phone_directory add column added_at timestamptz;
alter table phone_directory add column last_sign_in_at timestamptz;

-- When each failure was, newest last, so that every stretch of the window's length is judged, wherever it begins.
alter table login_attempt drop column window_started_at, drop column window_failures,
  add column failed_at jsonb not null default '[]';

-- How the person proved who it is; a password that must be renewed does not open a merchant, a code does.
alter table login_ticket add column proof text not null default 'code' check (proof in ('password', 'code'));
alter table session add column proof text not null default 'code' check (proof in ('password', 'code'));

alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check
  check (scene in ('login', 'signUp', 'resetPassword', 'updatePassword'));

-- What changed people, rights or money. Rows come in by huanji_audit alone, which chains each to the one before it, so
-- that a changed, removed or slipped-in row is found.
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
create index audit_log_at on audit_log (merchant_id, at, sequence);
create index audit_log_employee on audit_log (merchant_id, employee_id, sequence);
create index audit_log_action on audit_log (merchant_id, action, sequence);
create index audit_log_subject on audit_log (merchant_id, subject, sequence);

-- The last link of each merchant's chain.
create table audit_head (
  merchant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

select huanji_protect('audit_log', 'audit_head');
revoke insert, update, delete on audit_log, audit_head from huanji_app;

-- The link of a row: the SHA-256 of the link before it and of everything the row says, in a form that no setting changes.
create function huanji_audit_link(previous bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    (entry).merchant_id, (entry).sequence, (extract(epoch from (entry).at) * 1000)::bigint, (entry).employee_id,
    (entry).who, (entry).ip, (entry).user_agent, (entry).action, (entry).action_label, (entry).subject,
    (entry).subject_id, (entry).subject_label, (entry).before, (entry).after, (entry).request_id)::text, 'UTF8'))
$$;

-- Appends one entry for the merchant of the transaction; two at once wait for each other. It runs with the rights of the
-- tables' owner, who may write here and whom the application is not.
create function huanji_audit(
  at timestamptz, employee_id uuid, who text, ip text, user_agent text, action text, action_label text, subject text,
  subject_id text, subject_label text, before jsonb, after jsonb, request_id text
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant uuid := current_setting('app.merchant_id')::uuid;
  head audit_head;
  entry audit_log;
begin
  insert into audit_head values (merchant, 0, '\x') on conflict (merchant_id) do nothing;
  select * into strict head from audit_head where merchant_id = merchant for update;
  entry := row(merchant, head.sequence + 1, at, employee_id, who, ip, user_agent, action, action_label, subject,
    subject_id, subject_label, before, after, request_id, '\x'::bytea);
  entry.hash := huanji_audit_link(head.hash, entry);
  insert into audit_log select entry.*;
  update audit_head set sequence = entry.sequence, hash = entry.hash where merchant_id = merchant;
  return entry.sequence;
end $$;
revoke execute on function huanji_audit from public;
grant execute on function huanji_audit to huanji_app;

-- forced row level security binds the owner too, so the function needs a policy of its own
create policy chain on audit_log to current_user
  using (merchant_id = current_setting('app.merchant_id')::uuid)
  with check (merchant_id = current_setting('app.merchant_id')::uuid);
create policy chain on audit_head to current_user
  using (merchant_id = current_setting('app.merchant_id')::uuid)
  with check (merchant_id = current_setting('app.merchant_id')::uuid);
