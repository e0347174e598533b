-- works with 0024: a rule that the version before writes may not lose, as every rule may not at first
-- Unsold goods are not listed again below what they cost, unless somebody has said that they may be.
alter table shop_repost add column may_lose boolean not null default false;
