-- What the overview adds up: figures by Shanghai day, counted from the rows they are about (docs/architecture.md).

-- One row a day, shop, channel and part of a kind; `shop_account_id` is all zeros in the row over all shops. Money in fen.
-- Counts are integers: a day has no more, and their sums cost less than those of bigint.
create table daily_figure (
  merchant_id uuid not null,
  -- all, model, grade, session, reason, inspector: what `part` names; of `all` it is empty
  kind text not null,
  shop_account_id uuid not null,
  day date not null,
  channel text not null check (channel in ('auction', 'curated')),
  part text not null default '',
  -- orders that were paid on the day, and what has become of them since
  orders integer not null default 0,
  units integer not null default 0,
  sales_fen bigint not null default 0,
  refunded_orders integer not null default 0,
  closed_orders integer not null default 0,
  -- the phones of these orders that are known: their days here, their prices beside the reference, their cost
  stock_units integer not null default 0,
  stock_seconds bigint not null default 0,
  priced_units integer not null default 0,
  priced_fen bigint not null default 0,
  reference_fen bigint not null default 0,
  costed_units integer not null default 0,
  margin_fen bigint not null default 0,
  -- bills by the day they are about
  net_fen bigint not null default 0,
  -- phones by the day their parcel left
  shipped_units integer not null default 0,
  -- after-sale cases by the day they were opened
  cases integer not null default 0,
  -- reports by the day they were begun, and those of them outside batches
  reports integer not null default 0,
  single_reports integer not null default 0,
  -- what was put on sale on the day, and what of it was sold
  offered integer not null default 0,
  sold integer not null default 0,
  primary key (merchant_id, kind, shop_account_id, day, channel, part)
);

-- "Something that this day counts has changed": written with the change, removed when the day was counted after it. Rows are
-- only added and removed, so that nobody waits for anybody who marks the same day.
create table figure_mark (
  merchant_id uuid not null,
  id uuid not null,
  day date not null,
  primary key (merchant_id, id)
);

-- Whoever counts a merchant's days holds its row. Without one the days of the past were never counted.
create table figure_upkeep (
  merchant_id uuid not null primary key,
  -- everything that was committed before this moment is counted; null until the past was
  counted_at timestamptz
);

select huanji_protect('daily_figure', 'figure_mark', 'figure_upkeep');

-- jobs look for the merchants that have something to count
create policy jobs on figure_mark to huanji_worker using (true);
grant select on figure_mark to huanji_worker;

-- Since when the phone of a record is here; null for records from before, which count from their own beginning.
alter table inspection add column stocked_at timestamptz;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index daily_figure_day on daily_figure (merchant_id, day)';
  execute 'create index sale_order_paid on sale_order (merchant_id, channel, paid_at) where paid_at is not null';
  execute 'create index sale_order_left on sale_order (merchant_id, channel, shipped_at) where shipped_at is not null';
  execute 'create index inspection_offered on inspection (merchant_id, channel, first_listed_at)
    where first_listed_at is not null';
  execute 'create index inspection_stocked on inspection (merchant_id, coalesce(stocked_at, created_at), id)
    where state not in (''sold'', ''voided'')';
end
$$;
