-- Views of a list: filters and columns under a name, a person's own or shared with everyone who may see the list.
create table saved_view (
  merchant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- the list's key on its screen (contract/src/list-calls.ts)
  list_key text not null,
  name text not null,
  query text not null,
  -- JSON of the screen's own; as text, since only the screen reads it
  columns text not null,
  is_shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index saved_view_name on saved_view (merchant_id, list_key, employee_id, name);

select huanji_protect('saved_view');
-- The table is empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table saved_view add foreign key (merchant_id, employee_id) references employee (merchant_id, id) not valid;
