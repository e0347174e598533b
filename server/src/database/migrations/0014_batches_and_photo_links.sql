-- Batches of phones that are answered once, new versions of a report, photographs from a phone without a session, marks on
-- photographs, and what the marketplace calls our models.

create table batch (
  merchant_id uuid not null,
  id uuid not null,
  batch_no text not null,
  channel text not null check (channel in ('auction', 'curated')),
  model_id text not null,
  model_name text not null,
  sku jsonb not null,
  sku_text text not null,
  -- of the version that phones are added to
  grade text not null,
  repair_flag text not null,
  batch_version integer not null,
  -- the phone whose photographs stand for the batch
  sample_inspection_id uuid,
  shop_account_id uuid,
  remark text not null default '',
  created_by uuid not null,
  -- who last changed what a person wrote, and when: phones that are added do not count
  version integer not null default 1,
  edited_by uuid not null,
  edited_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, batch_no)
);
create index batch_newest on batch (merchant_id, created_at desc, id desc);
create index batch_channel on batch (merchant_id, channel, created_at desc, id desc);
create index batch_model on batch (merchant_id, model_id, created_at desc, id desc);
create index batch_grade on batch (merchant_id, grade, created_at desc, id desc);
create index batch_shop on batch (merchant_id, shop_account_id, created_at desc, id desc);
create index batch_creator on batch (merchant_id, created_by, created_at desc, id desc);

-- What was answered for a batch. A version of which something was on sale is frozen and never changes again: what was sold
-- is shown as it was sold.
create table batch_version (
  merchant_id uuid not null,
  batch_id uuid not null,
  number integer not null,
  template_id text not null,
  template_version text not null,
  answers jsonb not null,
  report jsonb not null,
  system_grade text not null,
  grade text not null,
  override_reason text not null default '',
  repair_flag text not null,
  frozen_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, batch_id, number)
);

-- A link by which a phone without a session takes the photographs of one record. The token that it needs is never kept.
create table photo_link (
  merchant_id uuid not null,
  id uuid not null,
  inspection_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (merchant_id, id)
);
create index photo_link_inspection on photo_link (merchant_id, inspection_id, created_at desc);

-- The marketplace's model that a merchant publishes a model of ours as, where a person chose it.
create table model_mapping (
  merchant_id uuid not null,
  model_id text not null,
  spu_id text not null,
  spu_name text not null,
  spu_brand text not null,
  chosen_by uuid not null,
  chosen_at timestamptz not null,
  primary key (merchant_id, model_id)
);

select huanji_protect('batch', 'batch_version', 'photo_link', 'model_mapping');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table batch add foreign key (merchant_id, created_by) references employee (merchant_id, id) not valid;
alter table batch add foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id) not valid;
alter table batch_version add foreign key (merchant_id, batch_id) references batch (merchant_id, id) not valid;
alter table photo_link add foreign key (merchant_id, inspection_id) references inspection (merchant_id, id) not valid;
alter table model_mapping add foreign key (merchant_id, chosen_by) references employee (merchant_id, id) not valid;

-- The batch that a phone came in with. Of its answers the record then holds only those that differ from the batch
-- version's, and no report of its own while there are none.
do $$
begin
  alter table inspection add column batch_id uuid, add column batch_version integer;
  -- the record that this one took the place of, by a new inspection of the same phone
  alter table inspection add column previous_inspection_id uuid;
  alter table inspection alter column report drop not null;
end $$;
alter table inspection add foreign key (merchant_id, batch_id) references batch (merchant_id, id) not valid;

-- Circles and arrows over a photograph; the file is kept as long as any photograph shows it.
alter table photo add column marks jsonb not null default '[]';

-- What a line of history changed, from what to what, in words.
alter table history add column changes jsonb not null default '[]';

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index inspection_batch on inspection (merchant_id, batch_id, created_at desc, id desc)
    where batch_id is not null';
  execute 'create index inspection_previous on inspection (merchant_id, previous_inspection_id)
    where previous_inspection_id is not null';
  execute 'create index photo_file on photo (merchant_id, full_key)';
end
$$;
