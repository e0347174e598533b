-- Lists sorted by a column of theirs: each such order is the end of an index. A cluster hands a statement about an index on
-- to its nodes as the whole text that it stands in, so that each is executed as a text of its own.
do $$
begin
  -- an order that waits and has no deadline comes after all that have one
  execute 'drop index sale_order_deadline';
  execute 'create index sale_order_deadline on sale_order (merchant_id, channel, coalesce(deadline_at, ''infinity''), id)
    where state in (''awaiting_payment'', ''awaiting_shipment'')';
  execute 'create index sale_order_shipped on sale_order (merchant_id, channel, coalesce(shipped_at, ''-infinity''), id)
    where state = ''shipped''';
  -- by state, which the tabs choose; all states together are merged
  execute 'create index sale_order_deal on sale_order (merchant_id, channel, state, deal_price_fen, id)';
  -- amounts follow from the type: in the order of amounts alone, the rows of one type would lie far behind others
  execute 'create index bill_amount on bill (merchant_id, type, amount_fen, id)';
end
$$;
