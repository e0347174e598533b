-- works with 0024: the tables are new, and who does not know them tells nobody of anything.

-- What people are told of without asking. Who sees it is decided when it is read, so there is one row for all of them.
create table notice (
  merchant_id uuid not null,
  id uuid not null,
  -- what it is about and what of it happened: told of once, however often it is found
  source_key text not null,
  -- a key of NOTICE_KINDS (domain/src/notices/kinds.ts)
  kind text not null,
  channel text check (channel in ('auction', 'curated')),
  -- null for everybody who may see the kind
  employee_id uuid,
  subject_id uuid,
  label text not null,
  detail text not null default '',
  due_at timestamptz,
  -- what happens within a minute is shown together
  group_key text not null,
  at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, source_key)
);
create index notice_newest on notice (merchant_id, at desc, id desc);
create index notice_group on notice (merchant_id, group_key);

-- A person has read it; everything before `notice_person.read_before` is read without a row.
create table notice_read (
  merchant_id uuid not null,
  employee_id uuid not null,
  notice_id uuid not null,
  primary key (merchant_id, employee_id, notice_id)
);
create index notice_read_notice on notice_read (merchant_id, notice_id);

-- What a person chose; without a row they have what their rights give them.
create table notice_person (
  merchant_id uuid not null,
  employee_id uuid not null,
  read_before timestamptz,
  -- kind → whether it is shown, and whether it is sent as a message as well
  choices jsonb not null default '{}',
  quiet_from smallint not null default 22 check (quiet_from between 0 and 23),
  quiet_until smallint not null default 8 check (quiet_until between 0 and 23),
  sms_a_day smallint not null default 20 check (sms_a_day between 1 and 100),
  -- since when messages are wanted: what is older is not sent; null where none are
  sms_since timestamptz,
  primary key (merchant_id, employee_id)
);
create index notice_person_sms on notice_person (merchant_id, employee_id) where sms_since is not null;

-- A notice that a person was sent; what one message told of has one moment.
create table notice_sms (
  merchant_id uuid not null,
  employee_id uuid not null,
  notice_id uuid not null,
  sent_at timestamptz not null,
  primary key (merchant_id, employee_id, notice_id)
);
create index notice_sms_day on notice_sms (merchant_id, employee_id, sent_at);
create index notice_sms_notice on notice_sms (merchant_id, notice_id);

-- Who is told of notices over the network (docs/webhooks.md).
create table webhook_endpoint (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null,
  url text not null,
  kinds text[] not null,
  -- `stopped` by the system, `disabled` by a person
  state text not null check (state in ('enabled', 'disabled', 'stopped')),
  reason text not null default '',
  -- sealed with the server's key; the one before is good for a day after it was replaced
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- whose rights decide what may be told: whoever saved it last
  employee_id uuid not null,
  failing_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

-- One message to one receiver, with what became of it. Its id is the message's own over all attempts.
create table webhook_delivery (
  merchant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- null for a test
  notice_id uuid,
  -- a kind of notice, or `test`
  event text not null,
  data jsonb not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- of the last attempt: null where nobody answered
  status integer,
  answer text not null default '',
  took_ms integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
create index webhook_delivery_newest on webhook_delivery (merchant_id, endpoint_id, created_at desc, id desc);
create index webhook_delivery_due on webhook_delivery (merchant_id, due_at) where state = 'pending';
create index webhook_delivery_age on webhook_delivery (merchant_id, created_at);

select huanji_protect(
  'notice', 'notice_read', 'notice_person', 'notice_sms', 'webhook_endpoint', 'webhook_delivery'
);

-- jobs look for the merchants that have something to deliver, and for those whose people asked for messages
create policy jobs on webhook_delivery to huanji_worker using (true);
create policy jobs on notice_person to huanji_worker using (true);
grant select on webhook_delivery, notice_person to huanji_worker;

-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table notice_read add foreign key (merchant_id, notice_id) references notice (merchant_id, id) on delete cascade not valid;
alter table notice_sms add foreign key (merchant_id, notice_id) references notice (merchant_id, id) on delete cascade not valid;
alter table notice_person add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
alter table webhook_endpoint add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
alter table webhook_delivery add foreign key (merchant_id, endpoint_id) references webhook_endpoint (merchant_id, id) on delete cascade not valid;
