-- What was changed of a record that had been submitted is told by its log; a draft that never was has nothing to tell.
alter table inspection add column reopened_at timestamptz;

-- Who took a photograph off its record.
alter table photo add column removed_by uuid;

-- Phones of the curated channel that were inspected by themselves stand in a list of their own, without those of batches:
-- each of its filters has an index that ends in the list's order. The log of a record reads what happened to its bags.
-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
declare
  filter record;
begin
  for filter in
    select * from (values
      ('newest', ''),
      ('state', 'state,'),
      ('model', 'model_id,'),
      ('grade', 'final_grade,'),
      ('shop', 'shop_account_id,'),
      ('inspector', 'inspector_id,')
    ) as filters (name, columns)
  loop
    execute format(
      'create index inspection_single_%s on inspection (merchant_id, %s created_at desc, id desc)
         where channel = ''curated'' and batch_id is null',
      filter.name,
      filter.columns
    );
  end loop;
  execute 'create index seal_bag_record_inspection on seal_bag_record (merchant_id, inspection_id, at)
    where inspection_id is not null';
end
$$;
