-- works with 0024: the column is left out by whoever does not know it
-- What changed since a moment, for programs that follow the lists: each in the order of its changes.
alter table bill add column updated_at timestamptz not null default now();

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index sale_order_updated on sale_order (merchant_id, channel, updated_at, id)';
  execute 'create index listing_updated on listing (merchant_id, updated_at, id)';
  execute 'create index refund_updated on refund (merchant_id, updated_at, id)';
  execute 'create index bill_updated on bill (merchant_id, updated_at, id)';
end
$$;
