-- Lists of costs that were taken over, so that each can be taken back, and what finds a phone's earlier and later lives.

create table cost_import (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- what the person called it, or the file's name
  name text not null,
  unit_count integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null,
  -- null while it stands
  undone_by uuid,
  undone_at timestamptz,
  primary key (merchant_id, id)
);
create index cost_import_newest on cost_import (merchant_id, imported_at desc, id desc);

-- What a phone cost before a list was taken over, and by it: null where it was not known.
create table cost_import_row (
  merchant_id uuid not null,
  import_id uuid not null,
  unit_id uuid not null,
  before_fen bigint,
  after_fen bigint not null,
  primary key (merchant_id, import_id, unit_id)
);

select huanji_protect('cost_import', 'cost_import_row');
-- The tables are empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table cost_import add foreign key (merchant_id, imported_by) references employee (merchant_id, id) not valid;
alter table cost_import add foreign key (merchant_id, undone_by) references employee (merchant_id, id) not valid;
alter table cost_import_row add foreign key (merchant_id, import_id) references cost_import (merchant_id, id) not valid;
alter table cost_import_row add foreign key (merchant_id, unit_id) references unit (merchant_id, id) not valid;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index unit_previous on unit (merchant_id, previous_unit_id) where previous_unit_id is not null';
end
$$;
