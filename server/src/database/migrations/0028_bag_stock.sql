-- works with 0024: one more index
-- What is left of each roll of bags: the unused ones alone, in the order of their codes.

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index seal_bag_unused on seal_bag (merchant_id, bag_code) where state = ''unused''';
end
$$;
