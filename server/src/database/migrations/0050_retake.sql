-- works with 0024: the columns are left out by whoever does not know them
-- Pictures that somebody asked to be taken anew, who may not photograph: since when, who asked, and why.
alter table inspection
  add column retake_asked_at timestamptz,
  add column retake_asked_by uuid,
  add column retake_reason text not null default '';

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index inspection_retake on inspection (merchant_id, channel, created_at, id) where retake_asked_at is not null';
  -- how often a buyer has asked, by the number that the marketplace knows the buyer by
  execute 'create index sale_order_buyer on sale_order (merchant_id, buyer_id) where buyer_id <> ''''';
end
$$;
