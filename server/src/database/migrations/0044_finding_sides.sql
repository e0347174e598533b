-- works with 0024: who does not know the columns leaves them empty
-- Whose number each amount of a finding is, which differs from kind to kind; empty for what was found before. And what a
-- person did about it last, and what came of that.
alter table bill_finding add column theirs_fen bigint;
alter table bill_finding add column ours_fen bigint;
alter table bill_finding add column decided_way text not null default '';
alter table bill_finding add column outcome text not null default '';
