-- What is to be packaged, and how far it is. The work itself is done by jobs (or by the command line when nothing
-- else runs); this table is what the operator sees of it, and since when an asset can be played.
create table packaging (
  asset_id text primary key check (asset_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- For people: the title and the episode.
  name text not null,
  source_path text not null,
  -- Size and time of the source, so that one that was refused is tried again only when it is another file.
  source_stamp text not null,
  -- [{ "path", "language", "name"? }]
  subtitles jsonb not null default '[]',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'refused')),
  fraction real not null default 0 check (fraction between 0 and 1),
  -- In words, when it was refused or something was left out.
  reason text not null default '',
  -- Since when its first rendition can be played; kept while better ones are added.
  playable_at timestamptz,
  changed_at timestamptz not null default now()
);
create index packaging_state on packaging (state);
