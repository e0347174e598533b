-- Goods on both channels: fixed prices, stock of several SKUs, what a person wrote over the texts, and failures that say
-- which field they are about.

-- The SKUs of a listing of stock. `shown_stock` is what the marketplace shows as far as we know.
create table listing_sku (
  merchant_id uuid not null,
  listing_id uuid not null,
  sku_id text not null,
  sku_text text not null,
  price_fen bigint not null,
  shown_stock integer not null default 0,
  -- the marketplace's number of the SKU; empty until it has it, and for a product of a single SKU
  remote_sku_id text not null default '',
  position integer not null,
  primary key (merchant_id, listing_id, sku_id)
);

select huanji_protect('listing_sku');
-- The table is empty: nothing has to be looked through, which an owner without a merchant could not do.
alter table listing_sku add foreign key (merchant_id, listing_id) references listing (merchant_id, id) not valid;

do $$
begin
  alter table listing
    add column kind text not null default 'single',
    -- of the curated channel; of several SKUs the lowest
    add column price_fen bigint,
    add column sku_id text not null default '',
    add column batch_id uuid,
    -- the version of the batch that it is offered by: frozen from then on
    add column batch_version integer,
    -- why the marketplace would not take it: which field, and its code
    add column failure_field text not null default '',
    add column failure_code text not null default '',
    -- the photographs that buyers see, in their order; null while a person has not chosen
    add column photo_order jsonb,
    add column content_edited boolean not null default false,
    -- how often its stock changed, and up to which of these the marketplace shows it
    add column stock_wish integer not null default 0,
    add column stock_known integer not null default 0,
    add column stock_problem text not null default '';
  alter table listing_unit add column sku_id text not null default '';
  alter table unit add column cost_price_fen bigint;
  -- until when an offer below the reserve can be answered, as the marketplace says
  alter table auction_entry add column offer_expires_at timestamptz;
end $$;
alter table listing add foreign key (merchant_id, batch_id) references batch (merchant_id, id) not valid;

-- A cluster hands a statement about an index or a check on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'alter table listing add constraint listing_kind_check check (kind in (''single'', ''stock'')) not valid';
  execute 'alter table unit add constraint unit_cost_price_check check (cost_price_fen >= 0) not valid';
  execute 'create index listing_batch on listing (merchant_id, batch_id) where batch_id is not null';
  execute 'create index listing_stock_open on listing (merchant_id, updated_at) where stock_wish <> stock_known';
end
$$;
