-- Phones of the curated channel that were inspected by themselves stand in a list of their own, without those of batches:
-- each of its filters has an index that ends in the list's order.
create index inspection_single_newest on inspection (merchant_id, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;
create index inspection_single_state on inspection (merchant_id, state, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;
create index inspection_single_model on inspection (merchant_id, model_id, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;
create index inspection_single_grade on inspection (merchant_id, final_grade, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;
create index inspection_single_shop on inspection (merchant_id, shop_account_id, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;
create index inspection_single_inspector on inspection (merchant_id, inspector_id, created_at desc, id desc)
  where channel = 'curated' and batch_id is null;

-- What was changed of a record that had been submitted is told by its log; a draft that never was has nothing to tell.
alter table inspection add column reopened_at timestamptz;

-- Who took a photograph off its record.
alter table photo add column removed_by uuid;

-- What happened to the bags of a record.
create index seal_bag_record_inspection on seal_bag_record (merchant_id, inspection_id, at) where inspection_id is not null;
