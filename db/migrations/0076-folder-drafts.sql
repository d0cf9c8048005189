-- Folders of films that are looked through before they are published (server/imports/folder), and what the staff says
-- about the names in them.

-- A rule of a folder, or a correction of one file, by its absolute path.
create table film_naming (
  path text primary key check (path <> ''),
  is_folder boolean not null,
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  -- The member of staff; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  changed_at timestamptz not null
);

create table folder_draft (
  id integer generated always as identity primary key,
  -- The imported folder, absolute; the keys of titles begin there.
  root text not null check (root <> ''),
  -- The part that was looked through, relative to the root; '' for all of it.
  folder text not null,
  state text not null check (state in ('open', 'applied', 'discarded')),
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  looked_at timestamptz not null,
  -- How many films, series and episodes are as they are in the catalogue.
  unchanged integer not null default 0,
  -- Files that cannot be imported: where, what, why.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  refused_count integer not null default 0,
  -- Files that belong to no film.
  passed_count integer not null default 0,
  -- What it became.
  change_id integer references change_set,
  ended_at timestamptz
);
create index folder_draft_state on folder_draft (state, id);

create table folder_draft_item (
  draft_id integer not null references folder_draft on delete cascade,
  item integer not null,
  kind text not null check (kind in ('new', 'changed', 'gone')),
  what text not null check (what in ('film', 'series', 'episode')),
  -- The video relative to the root; of a series its place.
  path text not null,
  -- The key of the title to which it belongs.
  title_key text not null,
  -- The existing title; null for a new one.
  title_id integer,
  label text not null,
  -- The fields that differ: as they are, and as the folder has them. `before` null: it is new.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- Fields that differ and stay, because they were edited by hand.
  locked text[] not null default '{}',
  marks text[] not null default '{}',
  -- The existing title that it looks like, the file that is the same episode; '' for none.
  similar_to text not null default '',
  -- How it was understood: what, value, from, by.
  reasons jsonb not null default '[]' check (jsonb_typeof(reasons) = 'array'),
  -- As it can be corrected: kind, title, year, series, season, episode.
  guess jsonb not null default '{}' check (jsonb_typeof(guess) = 'object'),
  -- Of its files and of how they are understood, to notice what changed since.
  fingerprint text not null,
  primary key (draft_id, item)
);
