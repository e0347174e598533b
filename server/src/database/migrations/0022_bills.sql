-- Bills of every type: what moves on a shop's account, what a reconciliation finds, and files of settlements to compare with.

-- A cluster hands a statement about an index, and one that does more than one thing to a table, on to its nodes as the
-- whole text that it stands in.
do $$
begin
  -- the after-sale case that moved the money; empty where none did
  alter table bill add column refund_no text not null default '';
  -- who booked it, of a row that a person made
  alter table bill add column made_by uuid;
  -- what moved about no order has no channel
  alter table bill alter column channel drop not null;
  alter table bill drop constraint bill_source_check;
  alter table bill add constraint bill_source_check check (source in ('order', 'settlement', 'flow', 'manual'));

  -- a settlement may come for an order that is not known yet
  alter table settlement alter column order_id drop not null;
  alter table settlement add column order_no text not null default '';
  alter table settlement add column refund_no text not null default '';
  alter table settlement add column remark text not null default '';
  -- as the marketplace told them; empty for those of earlier releases
  alter table settlement add column lines jsonb not null default '[]';

  -- whether any row is about the order: the list by orders reads those of which one is
  alter table sale_order add column is_billed boolean not null default false;
end
$$;

-- the owner is bound by the policies of all merchants' rows as anybody is, but for the length of this
do $$
begin
  alter table sale_order no force row level security;
  alter table bill no force row level security;
  update sale_order o set is_billed = true
    where exists (select from bill b where b.merchant_id = o.merchant_id and b.order_id = o.id);
  alter table bill force row level security;
  alter table sale_order force row level security;
end
$$;

do $$
begin
  execute 'create index bill_refund_no on bill (merchant_id, refund_no, occurred_at desc, id desc) where refund_no <> ''''';
  -- money for orders that are not known
  execute 'create index bill_loose on bill (merchant_id, order_no, id) where order_id is null and order_no <> ''''';
  execute 'create index bill_settlement_no on bill (merchant_id, settlement_no) where settlement_no <> ''''';
  execute 'create index bill_type_newest on bill (merchant_id, type, occurred_at desc, id desc)';
  execute 'create index bill_channel_newest on bill (merchant_id, channel, occurred_at desc, id desc)';
  execute 'create index sale_order_billed on sale_order (merchant_id, channel, ordered_at desc, id desc) where is_billed';
  execute 'create index sale_order_shop_billed on sale_order (merchant_id, channel, shop_account_id, ordered_at desc, id desc)
    where is_billed';
  execute 'create index settlement_settled on settlement (merchant_id, settled_at, settlement_no)';
end
$$;

-- A movement on a shop's account, as the marketplace told it.
create table account_flow (
  merchant_id uuid not null,
  id uuid not null,
  flow_no text not null,
  type text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_fen bigint not null check (amount_fen >= 0),
  -- all that is in the account afterwards, and the part of it that is frozen
  balance_after_fen bigint not null,
  frozen_after_fen bigint not null,
  shop_account_id uuid not null,
  order_no text not null default '',
  refund_no text not null default '',
  settlement_no text not null default '',
  remark text not null default '',
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, flow_no)
);
create index account_flow_newest on account_flow (merchant_id, occurred_at desc, id desc);
create index account_flow_shop on account_flow (merchant_id, shop_account_id, occurred_at desc, id desc);
create index account_flow_type on account_flow (merchant_id, type, occurred_at desc, id desc);
create index account_flow_order on account_flow (merchant_id, order_no) where order_no <> '';

-- One reconciliation: over what, how far it has come, and what it found.
create table bill_check (
  merchant_id uuid not null,
  id uuid not null,
  scope text not null check (scope in ('all', 'recent', 'file')),
  state text not null,
  -- the part that is being compared, and the last thing of it that was
  phase text not null,
  cursor text not null default '',
  -- of scope recent: orders that were taken in, or paid out, since
  since timestamptz,
  import_id uuid,
  checked integer not null default 0,
  found integer not null default 0,
  resolved integer not null default 0,
  -- empty for the one of every night
  requested_by text not null default '',
  problem text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
) with (fillfactor = 50);
create index bill_check_newest on bill_check (merchant_id, created_at desc, id desc);
-- one at a time
create unique index bill_check_running on bill_check (merchant_id) where state = 'running';

-- Something that differs, until it is so no more or a person accepts it.
create table bill_finding (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  state text not null,
  -- an order number, or the number of a settlement or flow of a file
  subject text not null,
  order_id uuid,
  order_no text not null default '',
  channel text check (channel in ('auction', 'curated')),
  shop_account_id uuid,
  expected_fen bigint not null,
  actual_fen bigint not null,
  detail text not null,
  -- a file names all of it, and nothing is known of it here
  is_missing boolean not null default false,
  -- a booking by hand can settle it
  is_bookable boolean not null default false,
  note text not null default '',
  decided_by text not null default '',
  -- the marketplace is being asked again since
  asked_at timestamptz,
  found_at timestamptz not null,
  checked_at timestamptz not null,
  version integer not null default 1,
  primary key (merchant_id, id),
  unique (merchant_id, kind, subject)
);
create index bill_finding_newest on bill_finding (merchant_id, found_at desc, id desc);
create index bill_finding_state on bill_finding (merchant_id, state, found_at desc, id desc);
create index bill_finding_kind on bill_finding (merchant_id, kind, state, found_at desc, id desc);
create index bill_finding_order on bill_finding (merchant_id, order_id) where order_id is not null;

-- A file of settlements from the marketplace's console.
create table settlement_import (
  merchant_id uuid not null,
  id uuid not null,
  file_name text not null,
  shop_account_id uuid not null,
  line_count integer not null,
  new_count integer not null,
  -- what it lists all settlements of: from the first of its lines to the last; null where lines of it could not be read
  lists_from timestamptz,
  lists_to timestamptz,
  imported_by text not null,
  created_at timestamptz not null,
  -- a reconciliation of its own has ended
  is_compared boolean not null default false,
  primary key (merchant_id, id)
);
create index settlement_import_waiting on settlement_import (merchant_id, created_at, id) where not is_compared;
create index settlement_import_newest on settlement_import (merchant_id, created_at desc, id desc);

-- A line of such a file. A later file that says otherwise replaces it.
create table settlement_line (
  merchant_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  -- of the settlement, or of the flow that is about no order
  number text not null,
  item text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_fen bigint not null check (amount_fen >= 0),
  shop_account_id uuid not null,
  channel text check (channel in ('auction', 'curated')),
  order_no text not null default '',
  remark text not null default '',
  occurred_at timestamptz not null,
  -- no other line of its number was left out because it could not be read, or stood twice
  is_whole boolean not null,
  primary key (merchant_id, id),
  unique (merchant_id, number, item, direction)
);
create index settlement_line_order on settlement_line (merchant_id, order_no) where order_no <> '';
create index settlement_line_import on settlement_line (merchant_id, import_id, number);

select huanji_protect(
  'account_flow', 'bill_check', 'bill_finding', 'settlement_import', 'settlement_line'
);
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table account_flow add foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id) not valid;
alter table bill_finding add foreign key (merchant_id, order_id) references sale_order (merchant_id, id) not valid;
alter table settlement_import add foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id) not valid;
alter table settlement_line add foreign key (merchant_id, import_id) references settlement_import (merchant_id, id) not valid;
