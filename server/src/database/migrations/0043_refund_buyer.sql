-- works with 0024: an index is all that is added
-- How many cases a buyer has opened stands beside each of them, so that cases are found by who opened them.

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index refund_buyer on refund (merchant_id, buyer_nick) where buyer_nick <> ''''';
end
$$;
