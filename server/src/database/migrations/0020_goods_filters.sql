-- The list of goods under its common filters: rows in its order, and the counts behind the state tabs from the index alone.

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index listing_model_state on listing (merchant_id, model_id, state)';
  execute 'create index listing_channel_newest on listing (merchant_id, channel, created_at desc, id desc)';
  execute 'create index listing_channel_state on listing (merchant_id, channel, state)';
  execute 'create index listing_kind_state on listing (merchant_id, kind, state, created_at desc, id desc)';
end
$$;
