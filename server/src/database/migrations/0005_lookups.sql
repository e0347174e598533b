-- The listings of a unit, whether they still hold it or not: what a scanned code leads to.
create index listing_unit_unit on listing_unit (merchant_id, unit_id);
