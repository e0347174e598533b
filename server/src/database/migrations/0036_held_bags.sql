-- A bag that was scanned before the photographs of its phone are complete is held for the phone: one bag a phone. A program that
-- does not know the state would take it for none, so this one asks for a pause.

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create unique index seal_bag_held_unit on seal_bag (merchant_id, unit_id) where state = ''held''';
end
$$;
