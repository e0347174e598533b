-- Listings, auction entries, orders of both channels, what is asked of the marketplace, and bills.

create table auction_session (
  -- the marketplace's timetable, mirrored for every merchant alike
  schedule_date date not null,
  schedule_number text not null,
  mode text not null check (mode in ('sealed', 'open')),
  cut_off_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  refreshed_at timestamptz not null,
  primary key (schedule_date, schedule_number)
);
create index auction_session_cut_off on auction_session (cut_off_at);

-- up to which of the marketplace's own times its changes were applied, by kind of change
create table marketplace_watermark (
  merchant_id uuid not null references merchant (merchant_id),
  name text not null,
  seen_until timestamptz not null,
  primary key (merchant_id, name)
);

create table listing (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  channel text not null check (channel in ('auction', 'curated')),
  state text not null,
  shop_account_id uuid not null,
  title text not null,
  description text not null,
  model_id text not null,
  model_name text not null,
  sku_text text not null,
  grade text,
  stuff_status integer,
  cover_key text,
  unit_count integer not null,
  -- the first unit's codes, for the list and for search
  imei text not null default '',
  bar_code text not null default '',
  -- ids on the marketplace: text here, because they outgrow a JSON number
  product_id text not null default '',
  item_id text not null default '',
  failure text not null default '',
  -- the marketplace's own modification time of what was last applied: older snapshots are ignored
  remote_modified_at timestamptz,
  -- its latest run in a session, and the order that came of it; no foreign keys, since both refer to the listing
  entry_id uuid,
  order_id uuid,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id)
);
create index listing_newest on listing (merchant_id, created_at desc, id desc);
create index listing_state_newest on listing (merchant_id, state, created_at desc, id desc);
create index listing_product on listing (merchant_id, product_id) where product_id <> '';
create index listing_imei on listing (merchant_id, imei) where imei <> '';
create index listing_bar_code on listing (merchant_id, bar_code);
create index listing_model on listing (merchant_id, model_id, created_at desc, id desc);
create index listing_shop on listing (merchant_id, shop_account_id, created_at desc, id desc);

create table listing_unit (
  merchant_id uuid not null,
  listing_id uuid not null,
  unit_id uuid not null,
  inspection_id uuid not null,
  -- false once the listing no longer holds the unit (off shelf, deleted, unsold and released)
  holding boolean not null default true,
  primary key (merchant_id, listing_id, unit_id),
  foreign key (merchant_id, listing_id) references listing (merchant_id, id),
  foreign key (merchant_id, unit_id) references unit (merchant_id, id),
  foreign key (merchant_id, inspection_id) references inspection (merchant_id, id)
);
-- one phone is on sale once, whoever asks and however often
create unique index listing_unit_held on listing_unit (merchant_id, unit_id) where holding;
create index listing_unit_inspection on listing_unit (merchant_id, inspection_id);
-- the listings of a unit, whether they still hold it or not: what a scanned code leads to
create index listing_unit_unit on listing_unit (merchant_id, unit_id);

create table auction_entry (
  merchant_id uuid not null,
  id uuid not null,
  listing_id uuid not null,
  state text not null,
  remote_entry_id text not null default '',
  schedule_date date not null,
  schedule_number text not null,
  mode text not null,
  cut_off_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  start_price_fen bigint not null,
  reserve_price_fen bigint not null,
  bid_count integer not null default 0,
  bidder_count integer not null default 0,
  extension_count integer not null default 0,
  highest_bid_fen bigint,
  remote_modified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, listing_id) references listing (merchant_id, id)
);
-- a listing runs in one session at a time
create unique index auction_entry_running on auction_entry (merchant_id, listing_id)
  where state in ('scheduled', 'bidding', 'negotiating', 'won');
create index auction_entry_listing on auction_entry (merchant_id, listing_id, created_at desc);
create index auction_entry_remote on auction_entry (merchant_id, remote_entry_id) where remote_entry_id <> '';
create index auction_entry_schedule on auction_entry (merchant_id, schedule_date, schedule_number);
create index auction_entry_state on auction_entry (merchant_id, state);

create table auction_bid (
  merchant_id uuid not null,
  entry_id uuid not null,
  sequence integer not null,
  at timestamptz not null,
  bidder text not null,
  amount_fen bigint not null,
  round text not null,
  kind text not null,
  result text not null,
  primary key (merchant_id, entry_id, sequence),
  foreign key (merchant_id, entry_id) references auction_entry (merchant_id, id)
);

-- An order of either channel. The first line's goods stand in it once more, for the list and for search.
create table sale_order (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  channel text not null check (channel in ('auction', 'curated')),
  order_no text not null,
  state text not null,
  in_refund boolean not null default false,
  refund_status integer not null default 0,
  shop_account_id uuid not null,
  listing_id uuid,
  title text not null,
  cover_key text,
  model_id text not null default '',
  model_name text not null default '',
  sku_text text not null default '',
  grade text,
  unit_count integer not null,
  imei text not null default '',
  bar_code text not null default '',
  bag_code text,
  deal_price_fen bigint not null,
  paid_fen bigint,
  freight_fen bigint not null default 0,
  service_fee_fen bigint,
  buyer_id text not null default '',
  buyer_nick text not null default '',
  -- a snapshot: the marketplace shows it only while the order waits for shipment
  receiver_name text not null default '',
  receiver_phone text not null default '',
  receiver_region text not null default '',
  receiver_detail text not null default '',
  ordered_at timestamptz not null,
  paid_at timestamptz,
  shipped_at timestamptz,
  completed_at timestamptz,
  closed_at timestamptz,
  deadline_at timestamptz,
  carrier_code text not null default '',
  waybill text not null default '',
  ship_from text not null default '',
  ship_address_id uuid,
  close_reason text not null default '',
  remark text not null default '',
  remote_updated_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, order_no),
  foreign key (merchant_id, listing_id) references listing (merchant_id, id),
  foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id)
);
create index sale_order_newest on sale_order (merchant_id, channel, ordered_at desc, id desc);
create index sale_order_state_newest on sale_order (merchant_id, channel, state, ordered_at desc, id desc);
create index sale_order_deadline on sale_order (merchant_id, channel, deadline_at, id)
  where state in ('awaiting_payment', 'awaiting_shipment');
create index sale_order_shop on sale_order (merchant_id, channel, shop_account_id, ordered_at desc, id desc);
create index sale_order_model on sale_order (merchant_id, channel, model_id, ordered_at desc, id desc);
-- the counts behind the state tabs, under the filters that stay on for long
create index sale_order_shop_state on sale_order (merchant_id, channel, shop_account_id, state);
create index sale_order_model_state on sale_order (merchant_id, channel, model_id, state);
create index sale_order_listing on sale_order (merchant_id, listing_id) where listing_id is not null;
create index sale_order_imei on sale_order (merchant_id, imei) where imei <> '';
create index sale_order_waybill on sale_order (merchant_id, waybill) where waybill <> '';

-- What only an order of the auction market has.
create table sale_order_auction (
  merchant_id uuid not null,
  order_id uuid not null,
  entry_id uuid,
  schedule_date date,
  schedule_number text not null default '',
  mode text,
  start_price_fen bigint,
  buyer_fee_fen bigint,
  prepay_fen bigint,
  final_pay_fen bigint,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references sale_order (merchant_id, id),
  foreign key (merchant_id, entry_id) references auction_entry (merchant_id, id)
);
create index sale_order_auction_schedule on sale_order_auction (merchant_id, schedule_date, order_id);

-- What was ordered: so many units of one SKU of a listing, each at a price.
create table sale_order_line (
  merchant_id uuid not null,
  order_id uuid not null,
  line_no integer not null check (line_no > 0),
  listing_id uuid,
  -- the marketplace's words for the SKU; empty for a listing of single phones
  sku_text text not null default '',
  quantity integer not null check (quantity > 0),
  -- null where several phones were sold together at one price
  unit_price_fen bigint,
  amount_fen bigint not null,
  primary key (merchant_id, order_id, line_no),
  foreign key (merchant_id, order_id) references sale_order (merchant_id, id),
  foreign key (merchant_id, listing_id) references listing (merchant_id, id)
);
create index sale_order_line_listing on sale_order_line (merchant_id, listing_id) where listing_id is not null;

-- The phones of a line: assigned with the order for single phones, when they are picked for stock.
create table sale_order_unit (
  merchant_id uuid not null,
  order_id uuid not null,
  unit_id uuid not null,
  line_no integer not null,
  inspection_id uuid not null,
  bar_code text not null,
  imei text not null default '',
  bag_code text,
  deal_price_fen bigint,
  dispatch_state text not null check (dispatch_state in ('pending', 'checked', 'shipped', 'returned')),
  -- false once the order is closed or refunded and the unit is free again
  holding boolean not null default true,
  primary key (merchant_id, order_id, unit_id),
  foreign key (merchant_id, order_id, line_no) references sale_order_line (merchant_id, order_id, line_no),
  foreign key (merchant_id, unit_id) references unit (merchant_id, id),
  foreign key (merchant_id, inspection_id) references inspection (merchant_id, id)
);
-- one phone is sold once, over both channels and all shops, whoever asks and however often
create unique index sale_order_unit_held on sale_order_unit (merchant_id, unit_id) where holding;
create index sale_order_unit_unit on sale_order_unit (merchant_id, unit_id);
create index sale_order_unit_imei on sale_order_unit (merchant_id, imei) where imei <> '';
create index sale_order_unit_bar_code on sale_order_unit (merchant_id, bar_code);
create index sale_order_unit_bag on sale_order_unit (merchant_id, bag_code) where bag_code is not null;

-- What somebody asked of the marketplace, beside what is known of it: see modules/desired-state.
create table desired_state (
  merchant_id uuid not null references merchant (merchant_id),
  subject text not null check (subject in ('listing', 'shipment')),
  subject_id uuid not null,
  -- grows with each request: an answer to an older one changes nothing
  generation integer not null,
  desired jsonb not null,
  state text not null check (state in ('pending', 'settled', 'refused')),
  -- why it is not so yet, or why it never will be; for a person to read
  problem text not null default '',
  requested_by uuid,
  requested_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, subject, subject_id)
);
create index desired_state_pending on desired_state (merchant_id, requested_at) where state = 'pending';

-- A settlement of the marketplace that was taken over, so that none counts twice.
create table settlement (
  merchant_id uuid not null references merchant (merchant_id),
  settlement_no text not null,
  order_id uuid not null,
  net_fen bigint not null,
  settled_at timestamptz not null,
  primary key (merchant_id, settlement_no),
  foreign key (merchant_id, order_id) references sale_order (merchant_id, id)
);
create index settlement_order on settlement (merchant_id, order_id);

create table bill (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  bill_no text not null,
  type text not null,
  direction text not null check (direction in ('in', 'out')),
  state text not null,
  channel text not null check (channel in ('auction', 'curated')),
  order_id uuid,
  order_no text not null default '',
  shop_account_id uuid not null,
  title text not null default '',
  imei text not null default '',
  deal_price_fen bigint,
  amount_fen bigint not null check (amount_fen >= 0),
  formula text not null,
  -- where the row came from: the order that expects it, or the settlement that moved the money
  source text not null check (source in ('order', 'settlement')),
  source_id text not null,
  -- the marketplace's settlement that moved the money; empty while the row is only expected
  settlement_no text not null default '',
  occurred_at timestamptz not null,
  settled_at timestamptz,
  remark text not null default '',
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, bill_no),
  foreign key (merchant_id, order_id) references sale_order (merchant_id, id),
  foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id)
);
-- no message counts twice; several rows of a type for one order are normal
create unique index bill_source on bill (merchant_id, source, source_id, type);
create index bill_order on bill (merchant_id, order_id) where order_id is not null;
create index bill_newest on bill (merchant_id, occurred_at desc, id desc);
create index bill_shop on bill (merchant_id, shop_account_id, occurred_at desc, id desc);
create index bill_order_no on bill (merchant_id, order_no) where order_no <> '';

select huanji_protect(
  'marketplace_watermark', 'listing', 'listing_unit', 'auction_entry', 'auction_bid', 'sale_order',
  'sale_order_auction', 'sale_order_line', 'sale_order_unit', 'desired_state', 'settlement', 'bill'
);
