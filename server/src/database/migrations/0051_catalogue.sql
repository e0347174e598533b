-- works with 0050: who does not know the tables leaves them alone
-- The catalogue of models: global, loaded from the files of a release when their version changes (docs/catalogue.md).
create table catalogue_version (
  one boolean primary key default true check (one),
  -- of the files that were loaded, growing by order of text, and of everything that stands in them
  version text not null,
  hash text not null,
  loaded_at timestamptz not null
);
insert into catalogue_version (version, hash, loaded_at) values ('', '', '1970-01-01T00:00:00Z');

create table catalogue_model (
  id text primary key,
  position integer not null,
  -- a row as it stands in its file, by the names of the columns
  cells jsonb not null,
  -- release: from the files, and replaced with them; operator: brought by `npm run catalogue`
  origin text not null check (origin in ('release', 'operator'))
);

create table catalogue_part (
  position integer primary key,
  part text not null,
  model_id text not null,
  storage text not null,
  colour text not null,
  region text,
  level integer not null check (level between 1 and 3)
);

-- Models that a merchant wrote down because the catalogue lacks them. Its id is `own-` and the row's.
create table own_model (
  merchant_id uuid not null,
  id uuid not null,
  brand text not null,
  name text not null,
  numbers text[] not null,
  storages text[] not null,
  colours text[] not null,
  -- whose questions are asked of it
  like_model_id text not null,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- the catalogue's model that took it over, since when, and by which number
  merged_into text,
  merged_at timestamptz,
  primary key (merchant_id, id)
);
create unique index own_model_name on own_model (merchant_id, lower(brand), lower(name)) where merged_into is null;
select huanji_protect('own_model');

-- A cluster hands a statement about an index on to its nodes as the whole text that it stands in.
do $$
begin
  -- of how many phones a merchant's own models are
  execute 'create index unit_own_model on unit (merchant_id, model_id) where model_id like ''own-%''';
end
$$;
