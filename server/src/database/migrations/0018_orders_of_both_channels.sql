-- Orders of both channels: prices that change until they are paid, phones of stock that are named when they are picked,
-- and orders that are short. A cluster hands a statement about an index, and one that does more than one thing to a
-- table, on to its nodes as the whole text that it stands in.
do $$
begin
  -- what the goods cost before the price was changed; null where it never was
  alter table sale_order add column original_price_fen bigint;
  -- how many phones of stock were picked; null where single phones were sold, which came with the order
  alter table sale_order add column picked_count integer;
  -- more was sold than there is: it waits for goods, or is closed
  alter table sale_order add column is_short boolean not null default false;

  -- the SKU of our listing; empty for a listing of single phones
  alter table sale_order_line add column sku_id text not null default '';
  -- what was promised; null for goods that are not ours
  alter table sale_order_line add column grade text;
  alter table sale_order_line add column picked integer not null default 0;

  alter table desired_state drop constraint desired_state_subject_check;
  alter table desired_state add constraint desired_state_subject_check
    check (subject in ('listing', 'shipment', 'order_price', 'order_close'));
end
$$;

do $$
begin
  -- what is short comes before every deadline
  execute 'drop index sale_order_deadline';
  execute 'create index sale_order_deadline on sale_order
    (merchant_id, channel, (case when is_short then ''-infinity'' else coalesce(deadline_at, ''infinity'') end), id)
    where state in (''awaiting_payment'', ''awaiting_shipment'')';
  execute 'create index sale_order_short on sale_order (merchant_id, channel, ordered_at desc, id desc) where is_short';
end
$$;
