-- What a keyword finds. Under row level security an index serves only comparisons that cannot leak rows: equality and
-- order of text can, pattern matching cannot. So the terms of a text are written beside it, and a keyword reads them.

-- The terms of a thing's texts, with what its list sorts and filters by: each state's newest things of a term lie
-- together, so that a page and its capped counts cost the same however many things there are.
-- Without foreign keys: each entry would look up its merchant, which row level security knows already.
create table search_entry (
  merchant_id uuid not null,
  -- which list: 'order:auction', 'listing:curated', 'audit'
  list text not null,
  -- byte order, which its comparisons keep whatever the locale
  term text collate "C" not null,
  state text not null,
  at timestamptz not null,
  subject_id uuid not null,
  primary key (merchant_id, list, term, state, at, subject_id)
);
-- for moving a thing's entries to another state; what has none, like an entry of the audit log, never moves
create index search_entry_subject on search_entry (merchant_id, subject_id) where state <> '';

-- Which terms begin with a part, or hold it: every end of every term.
create table search_part (
  merchant_id uuid not null,
  -- of what the terms are: 'order', 'listing', 'audit'
  thing text not null,
  part text collate "C" not null,
  term text collate "C" not null,
  primary key (merchant_id, thing, part, term)
);

select huanji_protect('search_entry', 'search_part');
