-- The tabs of the bill list: the rows of a state, newest first, however few they are among many.
create index bill_state on bill (merchant_id, state, occurred_at desc, id desc);
