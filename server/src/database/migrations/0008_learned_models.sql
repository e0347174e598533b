-- Which model and variant the phones of a TAC turned out to be: the first eight digits of an IMEI name a type of phone,
-- and no list of them is public. Counted when an inspection is submitted, one count a unit.

-- what the unit is counted as, so that another answer about it moves its count
alter table unit add column learned_as jsonb;

create table tac_model (
  merchant_id uuid not null,
  tac text not null,
  model_id text not null,
  unit_count integer not null,
  primary key (merchant_id, tac, model_id)
);

create table tac_sku (
  merchant_id uuid not null,
  tac text not null,
  model_id text not null,
  regulatory_no text not null,
  ram text not null,
  storage text not null,
  colour text not null,
  unit_count integer not null,
  primary key (merchant_id, tac, model_id, regulatory_no, ram, storage, colour)
);

select huanji_protect('tac_model', 'tac_sku');

-- the same over all merchants, as sums that name none of them
create table tac_model_total (
  tac text not null,
  model_id text not null,
  merchant_count integer not null,
  unit_count integer not null,
  primary key (tac, model_id)
);
