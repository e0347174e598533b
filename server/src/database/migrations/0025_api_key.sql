-- works with 0024: tables that the program before knows nothing of
-- API keys: what other people's programs call with. A secret is kept as its digest alone.

create table api_key (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null,
  -- what the secret begins with, for people to know it again by
  hint text not null,
  secret_hash bytea not null,
  grants text[] not null,
  rate_per_minute integer not null check (rate_per_minute > 0),
  -- addresses and networks that may use it; any, when there are none
  places text[] not null,
  -- null while it is good until it is stopped
  expires_at timestamptz,
  -- what this person may not do any more, the key may not either
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  -- written every few seconds at most, together with the usage
  last_used_at timestamptz,
  last_used_ip text not null default '',
  revoked_at timestamptz,
  primary key (merchant_id, id)
);
create unique index api_key_secret on api_key (merchant_id, secret_hash);
create index api_key_newest on api_key (merchant_id, created_at desc, id desc);

-- How often a key was used on a day in Asia/Shanghai, and how many of its calls were refused.
create table api_key_usage (
  merchant_id uuid not null,
  key_id uuid not null,
  day date not null,
  calls integer not null,
  refused integer not null,
  primary key (merchant_id, key_id, day)
);

select huanji_protect('api_key', 'api_key_usage');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table api_key add foreign key (merchant_id, created_by) references employee (merchant_id, id) not valid;
alter table api_key_usage add foreign key (merchant_id, key_id) references api_key (merchant_id, id) not valid;
