-- works with 0024: who does not know the table offers no first steps.
-- What a merchant decided about its first steps (docs/decisions.md, The first ten minutes). No row: nothing yet.
create table merchant_start (
  merchant_id uuid not null primary key,
  -- since when nobody else is to be added
  alone_at timestamptz,
  -- since when the list of first steps is put away
  put_away_at timestamptz,
  decided_by uuid not null
);

select huanji_protect('merchant_start');
-- The table is empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table merchant_start add foreign key (merchant_id, decided_by) references employee (merchant_id, id) not valid;
