-- works with 0029: whoever does not know the column leaves it out
-- The report of the phone that a case is about, of an order of several; empty where it is about all of them.
alter table refund add column claimed_report_no text not null default '';
