-- works with 0024: the column is left out by whoever does not know it
-- A line that names another phone than the one in stock, or a cost far from the one that is known, is taken over where a
-- person has said so.
alter table stock_import_row add column is_confirmed boolean not null default false;
