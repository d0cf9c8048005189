-- Stretches a viewer may skip: what was found by itself, and what the operator said, which is never overwritten.
create table skip_mark (
  asset_id text not null check (asset_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  kind text not null check (kind in ('intro', 'titles')),
  begin_ms integer not null check (begin_ms >= 0),
  end_ms integer not null,
  -- How it is known: said by the operator, sound that the episodes of a season share, dark pictures at the end,
  -- a chapter of that name.
  origin text not null check (origin in ('hand', 'sound', 'dark', 'chapter')),
  confidence real not null check (confidence between 0 and 1),
  primary key (asset_id, kind),
  check (end_ms > begin_ms)
);

-- With what a film or an episode was searched last: the same need not be searched again.
create table skip_search (
  asset_id text primary key,
  searched text not null,
  searched_at timestamptz not null default now()
);
