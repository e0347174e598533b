-- works with 0024: the tables are new, and the column of unit is left out by whoever does not know it
-- Tables of stock that were taken over, line by line, so that each can be looked at and taken back.

create table stock_import (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- the file's name, or what the person called it
  name text not null,
  channel text not null check (channel in ('auction', 'curated')),
  state text not null,
  total integer not null,
  made_count integer not null default 0,
  updated_count integer not null default 0,
  same_count integer not null default 0,
  refused_count integer not null,
  skipped_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  -- why it ended before its lines did
  problem text not null default '',
  imported_by uuid not null,
  -- where it was asked for
  session_id uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  primary key (merchant_id, id)
) with (fillfactor = 50);
create index stock_import_newest on stock_import (merchant_id, created_at desc, id desc);
-- one at a time: its lines are judged by what the one before has made
create unique index stock_import_running on stock_import (merchant_id) where state = 'running';

-- The lines as they were written. What a line makes and its result are one transaction.
create table stock_import_row (
  merchant_id uuid not null,
  import_id uuid not null,
  -- of the file
  line integer not null,
  result text not null
    check (result in ('waiting', 'made', 'updated', 'same', 'refused', 'skipped', 'undone', 'kept')),
  message text not null default '',
  written jsonb not null,
  -- the model that a person chose for the text
  model_id text,
  unit_id uuid,
  inspection_id uuid,
  -- what the phone cost before, and by this line; both null where the line says nothing of it
  before_fen bigint,
  after_fen bigint,
  primary key (merchant_id, import_id, line)
);
create index stock_import_row_result on stock_import_row (merchant_id, import_id, result, line);

-- What the columns of a table hold, where somebody said so: known by the digest of its heads.
create table stock_heads (
  merchant_id uuid not null,
  digest text not null,
  fields jsonb not null,
  chosen_by uuid not null,
  chosen_at timestamptz not null,
  primary key (merchant_id, digest)
);

select huanji_protect('stock_import', 'stock_import_row', 'stock_heads');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table stock_import add foreign key (merchant_id, imported_by) references employee (merchant_id, id) not valid;
alter table stock_import add foreign key (merchant_id, undone_by) references employee (merchant_id, id) not valid;
alter table stock_import_row add foreign key (merchant_id, import_id) references stock_import (merchant_id, id) not valid;
alter table stock_import_row add foreign key (merchant_id, unit_id) references unit (merchant_id, id) not valid;
alter table stock_heads add foreign key (merchant_id, chosen_by) references employee (merchant_id, id) not valid;

-- Since when a phone is here, where the merchant's own table says so; null for since it was entered.
alter table unit add column stocked_at timestamptz;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index stock_import_row_record on stock_import_row (merchant_id, inspection_id)
    where inspection_id is not null';
end
$$;
