-- Shop accounts are bound, unbound and deleted here, each is used for what people chose, and unsold goods are listed again
-- by a rule.

-- What the shop is used for, within what the marketplace permits. Unbound and deleted shops stay, since orders and bills
-- name them, and so that the next look at the marketplace does not bring them back: only a new consent does.
do $$
begin
  alter table shop_account
    add column channels text[] not null default '{auction,curated}',
    add column unbound_at timestamptz,
    add column deleted_at timestamptz;
end $$;

-- Which merchant a shop of the marketplace is bound to, over all merchants.
create table shop_directory (
  user_identity text primary key,
  merchant_id uuid not null
);
grant select, insert, update, delete on shop_directory to huanji_app;

-- A person on the way to the marketplace's consent page and back. Of the secret that comes back only a hash is kept.
create table shop_consent (
  merchant_id uuid not null,
  id uuid not null,
  secret_hash bytea not null,
  employee_id uuid not null,
  session_id uuid not null,
  -- the shop to authorise anew; null for a new one
  shop_account_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, secret_hash)
);
create index shop_consent_age on shop_consent (merchant_id, expires_at);

-- How unsold goods of a shop are listed again by themselves. A shop without a row has that switched off.
create table shop_repost (
  merchant_id uuid not null,
  shop_account_id uuid not null,
  enabled boolean not null,
  max_times integer not null,
  step_percent integer not null,
  floor_percent integer not null,
  -- empty for any session
  session_numbers text[] not null,
  version integer not null default 1,
  set_by uuid not null,
  set_at timestamptz not null,
  primary key (merchant_id, shop_account_id)
);

-- What the rule has done with a listing. A person who lists it again begins a new series.
create table shop_repost_run (
  merchant_id uuid not null,
  listing_id uuid not null,
  shop_account_id uuid not null,
  -- how often it was listed again in this series
  times integer not null,
  -- the prices that the series began with
  first_start_price_fen bigint not null,
  first_reserve_price_fen bigint not null,
  -- the run that the rule last started; null before the first
  entry_id uuid,
  -- the unsold run at which the rule stopped, or why it waits; empty while it goes on
  stopped_entry_id uuid,
  problem text not null default '',
  last_at timestamptz not null,
  primary key (merchant_id, listing_id)
);

select huanji_protect('shop_consent', 'shop_repost', 'shop_repost_run');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table shop_consent add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
alter table shop_repost add foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id) not valid;
alter table shop_repost_run add foreign key (merchant_id, listing_id) references listing (merchant_id, id) not valid;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  -- what of a shop is live, and what of it was not sold
  execute 'create index listing_shop_state on listing (merchant_id, shop_account_id, state)';
  execute 'create index sale_order_shop_open on sale_order (merchant_id, shop_account_id)
    where state in (''awaiting_payment'', ''awaiting_shipment'', ''shipped'')';
end $$;
