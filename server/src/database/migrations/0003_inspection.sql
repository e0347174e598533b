-- Units, inspection records, photographs and sealed bags. Every table is a merchant's own: forced row level security
-- is switched on at the end. Times come from the application's clock.

create table unit (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  bar_code text not null,
  code_kind text not null check (code_kind in ('imei', 'meid', 'sn')),
  imei text not null default '',
  imei2 text not null default '',
  meid text not null default '',
  sn text not null default '',
  model_id text not null,
  model_name text not null,
  sku jsonb not null,
  sku_text text not null,
  -- the same phone as it was in stock before it was sold and came back
  previous_unit_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, bar_code),
  foreign key (merchant_id, previous_unit_id) references unit (merchant_id, id)
);
create index unit_imei on unit (merchant_id, imei) where imei <> '';
create index unit_imei2 on unit (merchant_id, imei2) where imei2 <> '';
create index unit_sn on unit (merchant_id, sn) where sn <> '';
create index unit_meid on unit (merchant_id, meid) where meid <> '';

-- which unit a phone is now, by each of its codes: one phone is one unit, whoever scans which of its codes first.
-- A phone that was sold and comes back takes its codes to a new unit.
create table unit_code (
  merchant_id uuid not null,
  kind text not null check (kind in ('imei', 'meid', 'sn')),
  code text not null,
  unit_id uuid not null,
  primary key (merchant_id, kind, code),
  -- checked at the commit: codes are claimed before the unit is written
  foreign key (merchant_id, unit_id) references unit (merchant_id, id) deferrable initially deferred
);
create index unit_code_unit on unit_code (merchant_id, unit_id);

create table inspection (
  merchant_id uuid not null,
  id uuid not null,
  inspection_no text not null,
  unit_id uuid not null,
  channel text not null check (channel in ('auction', 'curated')),
  state text not null,
  template_id text not null,
  template_version text not null,
  -- the frozen snapshot: an old report never changes when the template does
  answers jsonb not null,
  report jsonb not null,
  system_grade text,
  final_grade text,
  override_reason text not null default '',
  repair_flag text,
  exception_count integer not null default 0,
  remark text not null default '',
  shop_account_id uuid,
  bag_code text,
  photo_task_id uuid not null,
  photo_count integer not null default 0,
  cover_key text,
  reused_inspection_id uuid,
  inspector_id uuid not null,
  -- copied from the unit so that the list is one table
  bar_code text not null,
  imei text not null default '',
  model_id text not null,
  model_name text not null,
  sku_text text not null,
  -- who last wrote the answers, and when: photographs and moves do not count
  version integer not null default 1,
  edited_by uuid not null,
  edited_at timestamptz not null,
  -- from then on buyers may have seen its photographs: their files are kept
  first_listed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, inspection_no),
  unique (merchant_id, photo_task_id),
  foreign key (merchant_id, edited_by) references employee (merchant_id, id),
  foreign key (merchant_id, reused_inspection_id) references inspection (merchant_id, id),
  foreign key (merchant_id, unit_id) references unit (merchant_id, id),
  foreign key (merchant_id, inspector_id) references employee (merchant_id, id),
  foreign key (merchant_id, shop_account_id) references shop_account (merchant_id, id)
);
-- a unit has at most one record that is not finished with
create unique index inspection_open_unit on inspection (merchant_id, unit_id) where state not in ('sold', 'voided');
create index inspection_newest on inspection (merchant_id, channel, created_at desc, id desc);
create index inspection_state_newest on inspection (merchant_id, channel, state, created_at desc, id desc);
create index inspection_model on inspection (merchant_id, channel, model_id, created_at desc, id desc);
create index inspection_grade on inspection (merchant_id, channel, final_grade, created_at desc, id desc);
create index inspection_shop on inspection (merchant_id, channel, shop_account_id, created_at desc, id desc);
create index inspection_inspector on inspection (merchant_id, channel, inspector_id, created_at desc, id desc);
create index inspection_unit on inspection (merchant_id, unit_id, created_at desc);
create index inspection_bag_code on inspection (merchant_id, bag_code) where bag_code is not null;

create table photo_upload (
  merchant_id uuid not null,
  id uuid not null,
  inspection_id uuid not null,
  storage_key text not null,
  content_type text not null,
  size_bytes integer not null,
  expires_at timestamptz not null,
  -- set once the upload became the photo with the same id
  saved_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, inspection_id) references inspection (merchant_id, id)
);
create index photo_upload_unsaved on photo_upload (merchant_id, inspection_id) where saved_at is null;
create index photo_upload_expiry on photo_upload (merchant_id, expires_at) where saved_at is null;

create table photo (
  merchant_id uuid not null,
  -- the id of the upload it was made from, so that saving an upload twice gives one photo
  id uuid not null,
  inspection_id uuid not null,
  kind text not null check (kind in ('real', 'defect')),
  position text,
  item_code text,
  option_code text,
  remark text not null default '',
  internal boolean not null default false,
  full_key text not null,
  thumb_key text not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  sha256 text not null,
  reused_from_no text,
  taken_by uuid not null,
  taken_at timestamptz not null,
  removed_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, inspection_id) references inspection (merchant_id, id),
  check ((kind = 'real') = (position is not null)),
  check ((kind = 'defect') = (item_code is not null))
);
create unique index photo_position on photo (merchant_id, inspection_id, position) where kind = 'real' and removed_at is null;
create index photo_inspection on photo (merchant_id, inspection_id) where removed_at is null;

create table seal_bag (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  bag_code text not null,
  state text not null,
  unit_id uuid,
  inspection_id uuid,
  registered_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, bag_code),
  foreign key (merchant_id, unit_id) references unit (merchant_id, id),
  foreign key (merchant_id, inspection_id) references inspection (merchant_id, id)
);
-- one active bag a unit, whoever asks and however often
create unique index seal_bag_active_unit on seal_bag (merchant_id, unit_id) where state = 'bound';
create index seal_bag_unit on seal_bag (merchant_id, unit_id, updated_at desc) where unit_id is not null;

create table seal_bag_record (
  merchant_id uuid not null,
  id uuid not null,
  bag_code text not null,
  action text not null,
  state text not null,
  unit_id uuid,
  inspection_id uuid,
  order_id uuid,
  order_no text not null default '',
  imei text not null default '',
  bar_code text not null default '',
  model_name text not null default '',
  sku_text text not null default '',
  inspection_no text not null default '',
  shop_account_id uuid,
  note text not null default '',
  employee_id uuid,
  at timestamptz not null,
  primary key (merchant_id, id)
);
create index seal_bag_record_newest on seal_bag_record (merchant_id, at desc, id desc);
create index seal_bag_record_state on seal_bag_record (merchant_id, state, at desc, id desc);
create index seal_bag_record_action on seal_bag_record (merchant_id, action, at desc, id desc);
create index seal_bag_record_employee on seal_bag_record (merchant_id, employee_id, at desc, id desc);
create index seal_bag_record_unit on seal_bag_record (merchant_id, unit_id) where unit_id is not null;
create index seal_bag_record_bag on seal_bag_record (merchant_id, bag_code, at desc);

select huanji_protect('unit', 'unit_code', 'inspection', 'photo_upload', 'photo', 'seal_bag', 'seal_bag_record');
