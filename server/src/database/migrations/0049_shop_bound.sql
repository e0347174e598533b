-- An employee may be bound to some of the merchant's shops (docs/architecture.md, People bound to shops).
-- A program from before would show all shops to whoever is bound, so none works with this file.

alter table employee add column shop_ids uuid[] check (shop_ids is null or (cardinality(shop_ids) > 0 and not is_owner));
-- since when the shops are these: exports and bulk tasks from before may hold what the person sees no more
alter table employee add column shops_since timestamptz;
