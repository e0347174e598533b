-- Merchants, their people and how they sign in, addresses and shop accounts.
-- The first part is global: sign-in starts from a phone number, before a merchant is known. Nothing there is a
-- merchant's own; the directories only say where to look. Times come from the application's clock.

-- one password a phone, whichever merchants the phone works for; null while only codes are used
create table account (
  phone text primary key,
  password_hash text,
  -- sessions and tickets older than this are void
  password_set_at timestamptz,
  created_at timestamptz not null
);

-- which employee of which merchant a phone signs in as; names are copies, for choosing a merchant before entering one
create table phone_directory (
  phone text not null references account (phone),
  merchant_id uuid not null,
  employee_id uuid not null,
  employee_name text not null,
  merchant_name text not null,
  is_active boolean not null,
  -- who registered the merchant: owning one is another thing, and a second owner may register a merchant too
  is_founder boolean not null,
  -- a password opens this merchant only when it was set after this moment; null asks for nothing
  password_wanted_since timestamptz,
  -- of very many merchants that employ a phone, the ones it works for come first: strangers must not crowd them out
  added_at timestamptz,
  last_sign_in_at timestamptz,
  primary key (phone, merchant_id)
);
-- a phone registers one merchant, however many sign-ups run at once
create unique index phone_directory_founder on phone_directory (phone) where is_founder;
create index phone_directory_employee on phone_directory (merchant_id, employee_id);

-- the merchant's number on the marketplace: pushes name it
create table seller_directory (
  seller_id bigint primary key,
  merchant_id uuid not null unique
);

create table seller_number (
  only_row boolean primary key default true check (only_row),
  next_number bigint not null
);
insert into seller_number (next_number) values (800001);

create table image_captcha (
  id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index image_captcha_expiry on image_captcha (expires_at);

create table sms_code (
  id uuid primary key,
  phone text not null,
  scene text not null check (scene in ('login', 'signUp', 'resetPassword', 'updatePassword')),
  code_hash bytea not null,
  tries integer not null default 0,
  used_at timestamptz,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index sms_code_newest on sms_code (phone, scene, sent_at desc, id desc);
create index sms_code_expiry on sms_code (expires_at);

-- how many codes a phone or a network address had on a day in Asia/Shanghai
create table sms_quota (
  subject text not null,
  day date not null,
  sent_count integer not null default 0,
  last_sent_at timestamptz,
  primary key (subject, day)
);
create index sms_quota_day on sms_quota (day);

-- messages on their way; the text is sealed, and emptied once it is delivered outside the demo
create table sms_outbox (
  id uuid primary key,
  phone text not null,
  sealed_text bytea,
  state text not null check (state in ('pending', 'delivered', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index sms_outbox_due on sms_outbox (due_at) where state = 'pending';
create index sms_outbox_newest on sms_outbox (created_at desc, id desc);

create table login_ticket (
  secret_hash bytea primary key,
  phone text not null,
  -- how the person proved who it is: a password that must be renewed does not open a merchant, a code does
  proof text not null default 'code' check (proof in ('password', 'code')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_ticket_expiry on login_ticket (expires_at);

-- failed sign-ins of a phone, of a phone at a known place, or of a network address
create table login_attempt (
  subject text primary key,
  streak integer not null,
  last_failed_at timestamptz not null,
  -- when each failure was, newest last: every stretch of the window's length is judged, wherever it begins
  failed_at jsonb not null default '[]'
);
create index login_attempt_age on login_attempt (last_failed_at);

-- network addresses a phone signed in from before: they keep their own budget of attempts
create table login_place (
  phone text not null,
  place text not null,
  last_at timestamptz not null,
  primary key (phone, place)
);
create index login_place_age on login_place (last_at);

grant select, insert, update, delete on
  account, phone_directory, seller_directory, image_captcha, sms_code, sms_quota, sms_outbox, login_ticket,
  login_attempt, login_place
to huanji_app;
grant select, update on seller_number to huanji_app;

-- From here on everything is a merchant's own.

create table merchant (
  merchant_id uuid primary key,
  name text not null,
  seller_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null
);

create table employee (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  phone text not null,
  name text not null,
  status text not null check (status in ('active', 'disabled')),
  is_owner boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- who left stays as a name on what was done
  deleted_at timestamptz,
  primary key (merchant_id, id)
);
-- a phone is employed once; after a leave it can be employed again
create unique index employee_phone on employee (merchant_id, phone) where deleted_at is null;
create index employee_newest on employee (merchant_id, created_at desc, id desc);

create table role (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null,
  -- the key of the preset it was made from
  preset text,
  -- null: the role takes its grants and its refund limit from its preset, also those of screens to come
  grants text[],
  -- the most one refund may come to; null is without a limit, and of no meaning while the grants are null
  refund_limit_fen bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);

create table employee_role (
  merchant_id uuid not null,
  employee_id uuid not null,
  role_id uuid not null,
  primary key (merchant_id, employee_id, role_id),
  foreign key (merchant_id, employee_id) references employee (merchant_id, id),
  foreign key (merchant_id, role_id) references role (merchant_id, id)
);
create index employee_role_role on employee_role (merchant_id, role_id);

create table session (
  merchant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  proof text not null default 'code' check (proof in ('password', 'code')),
  ip text not null,
  user_agent text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, employee_id) references employee (merchant_id, id)
);
create index session_employee on session (merchant_id, employee_id, created_at desc) where ended_at is null;
create index session_expiry on session (merchant_id, expires_at);

create table address (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('ship', 'return')),
  contact_name text not null,
  contact_phone text not null,
  region_code text not null,
  region_name text not null,
  detail text not null,
  is_default boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index address_newest on address (merchant_id, created_at desc, id desc);
-- one default of a kind
create unique index address_default on address (merchant_id, kind) where is_default;

create table shop_account (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- ids on the marketplace
  authorize_id bigint not null,
  user_identity text not null,
  user_name text not null,
  nick text not null,
  shop_name text not null,
  authorised_until timestamptz,
  is_valid boolean not null,
  is_pro boolean not null,
  deposit_enough boolean not null,
  -- null while the marketplace does not tell the amount
  deposit_fen bigint,
  item_biz_types integer[] not null,
  remark text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  -- when the marketplace was last asked
  refreshed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, authorize_id)
);
create index shop_account_newest on shop_account (merchant_id, created_at desc, id desc);
create index shop_account_user_name on shop_account (merchant_id, user_name);

select huanji_protect(
  'merchant', 'employee', 'role', 'employee_role', 'session', 'address', 'shop_account'
);
