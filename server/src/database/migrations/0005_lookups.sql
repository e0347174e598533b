-- The listings and orders of a unit, whether they still hold it or not: what a scanned code leads to.
create index listing_unit_unit on listing_unit (merchant_id, unit_id);
create index order_unit_unit on order_unit (merchant_id, unit_id);

-- The counts behind the state tabs, under the filters that stay on for long.
create index auction_order_model_state on auction_order (merchant_id, model_id, state);
create index auction_order_shop_state on auction_order (merchant_id, shop_account_id, state);
