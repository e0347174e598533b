-- works with 0029: the column has a default, and who does not know it takes what was given up for settled.
-- What the marketplace refused for good is found at once, and what was given up is not taken for done.

alter table desired_state add column is_given_up boolean not null default false;

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  execute 'create index desired_state_refused on desired_state (merchant_id, subject, subject_id) where state = ''refused''';
end
$$;
