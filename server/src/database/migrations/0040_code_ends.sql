-- works with 0024: the database fills in the new columns by itself
-- The codes of a phone and of its bag from their ends, so that a phone is found by the last digits that its label shows. A
-- column and not an index over an expression: under row level security an index serves an expression only where each of
-- its functions is known to leak nothing, and a plain column always.
alter table unit
  add column imei_end text collate "C" generated always as (reverse(imei)) stored,
  add column imei2_end text collate "C" generated always as (reverse(imei2)) stored,
  add column bar_code_end text collate "C" generated always as (reverse(bar_code)) stored;
alter table seal_bag add column bag_code_end text collate "C" generated always as (reverse(bag_code)) stored;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index unit_imei_end on unit (merchant_id, imei_end) where imei_end <> ''''';
  execute 'create index unit_imei2_end on unit (merchant_id, imei2_end) where imei2_end <> ''''';
  execute 'create index unit_bar_code_end on unit (merchant_id, bar_code_end)';
  execute 'create index seal_bag_end on seal_bag (merchant_id, bag_code_end) where unit_id is not null';
end
$$;
