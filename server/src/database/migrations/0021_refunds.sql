-- After-sale cases of both channels (docs/domain.md §7). What the marketplace knows of a case, what was done with its
-- parcel here, and who agreed to its money.

create table refund (
  merchant_id uuid not null,
  id uuid not null,
  -- the marketplace's number; an order has one open case at a time, and may have had others before
  refund_no text not null,
  order_id uuid not null,
  order_no text not null,
  channel text not null check (channel in ('auction', 'curated')),
  shop_account_id uuid not null,
  kind text not null check (kind in ('refundOnly', 'returnAndRefund', 'exchange', 'priceDifference', 'resend')),
  state text not null,
  goods_status text not null check (goods_status in ('notShipped', 'notReceived', 'received')),
  -- null where the marketplace was not asked to judge
  verdict text check (verdict in ('judging', 'awaitingSeller', 'decided')),
  -- the two plans of a verdict on the auction market; null where there are none
  keep_plan_fen bigint,
  return_plan_fen bigint,
  decided_plan text check (decided_plan in ('keep', 'return')),
  -- first level of the reason by its code, and both levels as the marketplace names them
  reason_code text not null,
  reason text not null,
  reason_detail text not null default '',
  description text not null default '',
  -- what is at stake, and once it has ended what was paid
  amount_fen bigint not null check (amount_fen >= 0),
  order_amount_fen bigint,
  refuse_reason text not null default '',
  refuse_explanation text not null default '',
  -- the parcel that comes back, the one that goes out again, and the one that takes a refused phone to its buyer
  return_carrier_code text not null default '',
  return_waybill text not null default '',
  resend_carrier_code text not null default '',
  resend_waybill text not null default '',
  refused_carrier_code text not null default '',
  refused_waybill text not null default '',
  -- the phone that went out for the one that came back; null while none did
  replacement_unit_id uuid,
  opened_at timestamptz not null,
  -- the end of the present step by the marketplace's clock; null where nothing runs out
  deadline_at timestamptz,
  ended_at timestamptz,
  remote_updated_at timestamptz not null,
  -- copies of the order's for the list
  title text not null,
  cover_key text,
  model_id text not null default '',
  model_name text not null default '',
  sku_text text not null default '',
  grade text,
  imei text not null default '',
  bar_code text not null default '',
  buyer_nick text not null default '',
  remark text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, refund_no)
);

-- A phone of a case, as it came back: what was scanned, and how it compares with what was sold.
create table refund_unit (
  merchant_id uuid not null,
  refund_id uuid not null,
  unit_id uuid not null,
  received_at timestamptz not null,
  received_by uuid not null,
  received_code text not null,
  is_same_phone boolean not null,
  -- the bag that came back; empty where none did
  bag_code text not null default '',
  is_same_bag boolean not null,
  -- of the re-check: its outcomes, the answers item by item and those that differ from the report as sold; null before it
  outcomes text[],
  answers jsonb,
  differences jsonb,
  recheck_note text not null default '',
  rechecked_at timestamptz,
  rechecked_by uuid,
  -- the phone as it stands in stock again, under its new bar code; null until it does
  new_unit_id uuid,
  primary key (merchant_id, refund_id, unit_id)
);

-- Pictures of a case: the buyer's evidence, those of a refusal, and those of the re-check.
create table refund_photo (
  merchant_id uuid not null,
  -- the id of the upload it was made from; for the buyer's pictures one of its own
  id uuid not null,
  refund_id uuid not null,
  purpose text not null check (purpose in ('evidence', 'refusal', 'recheck')),
  -- where the buyer's picture lies at the marketplace; empty for our own
  source_url text not null default '',
  position integer not null,
  -- null until the buyer's picture was fetched, with why it could not be
  full_key text,
  thumb_key text,
  width integer,
  height integer,
  size_bytes integer,
  problem text not null default '',
  -- null for the buyer's
  taken_by uuid,
  taken_at timestamptz not null,
  primary key (merchant_id, id)
);

-- A payment above somebody's limit, which a second person agrees to or not.
create table refund_approval (
  merchant_id uuid not null,
  id uuid not null,
  refund_id uuid not null,
  -- what was asked for, as it will be asked of the marketplace
  action text not null check (action in ('agree', 'confirm', 'takePlan')),
  desired jsonb not null,
  amount_fen bigint not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  request_note text not null default '',
  -- withdrawn: the case went on without it
  decision text check (decision in ('approved', 'declined', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text not null default '',
  primary key (merchant_id, id)
);

-- A cluster hands a statement about an index, and one that does more than one thing to a table, on to its nodes as the
-- whole text that it stands in.
do $$
begin
  execute 'create index refund_order on refund (merchant_id, order_id, opened_at desc)';
  execute 'create index refund_newest on refund (merchant_id, opened_at desc, id desc)';
  execute 'create index refund_state on refund (merchant_id, state, opened_at desc, id desc)';
  execute 'create index refund_channel on refund (merchant_id, channel, opened_at desc, id desc)';
  execute 'create index refund_kind on refund (merchant_id, kind, opened_at desc, id desc)';
  execute 'create index refund_shop on refund (merchant_id, shop_account_id, opened_at desc, id desc)';
  execute 'create index refund_reason on refund (merchant_id, reason_code, opened_at desc, id desc)';
  execute 'create index refund_model on refund (merchant_id, model_id, opened_at desc, id desc)';
  execute 'create index refund_amount on refund (merchant_id, amount_fen, id)';
  -- what waits, by when its step ends
  execute 'create index refund_deadline on refund (merchant_id, (coalesce(deadline_at, ''infinity'')), id)
    where state not in (''closed'', ''succeeded'')';
  execute 'create index refund_return_waybill on refund (merchant_id, return_waybill) where return_waybill <> ''''';
  execute 'create index refund_resend_waybill on refund (merchant_id, resend_waybill) where resend_waybill <> ''''';
  execute 'create index refund_refused_waybill on refund (merchant_id, refused_waybill) where refused_waybill <> ''''';
  execute 'create index refund_unit_bag on refund_unit (merchant_id, bag_code) where bag_code <> ''''';
  execute 'create index refund_unit_unit on refund_unit (merchant_id, unit_id)';
  execute 'create index refund_unit_new on refund_unit (merchant_id, new_unit_id) where new_unit_id is not null';
  execute 'create index refund_photo_refund on refund_photo (merchant_id, refund_id, purpose, position)';
  execute 'create unique index refund_approval_open on refund_approval (merchant_id, refund_id) where decision is null';
  execute 'create index refund_approval_refund on refund_approval (merchant_id, refund_id, requested_at)';
end
$$;

select huanji_protect('refund', 'refund_unit', 'refund_photo', 'refund_approval');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table refund add foreign key (merchant_id, order_id) references sale_order (merchant_id, id) not valid;
alter table refund add foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id) not valid;
alter table refund add foreign key (merchant_id, replacement_unit_id) references unit (merchant_id, id) not valid;
alter table refund_unit add foreign key (merchant_id, refund_id) references refund (merchant_id, id) not valid;
alter table refund_unit add foreign key (merchant_id, unit_id) references unit (merchant_id, id) not valid;
alter table refund_photo add foreign key (merchant_id, refund_id) references refund (merchant_id, id) not valid;
alter table refund_approval add foreign key (merchant_id, refund_id) references refund (merchant_id, id) not valid;

do $$
begin
  alter table desired_state drop constraint desired_state_subject_check;
  alter table desired_state add constraint desired_state_subject_check
    check (subject in ('listing', 'shipment', 'order_price', 'order_close', 'refund'));

  -- an announced file is a record's or a case's
  alter table photo_upload alter column inspection_id drop not null;
  alter table photo_upload add column refund_id uuid;
  alter table photo_upload add constraint photo_upload_owner_check check (num_nonnulls(inspection_id, refund_id) = 1);
end
$$;

do $$
begin
  execute 'create index photo_upload_refund on photo_upload (merchant_id, refund_id)
    where saved_at is null and refund_id is not null';
end
$$;
