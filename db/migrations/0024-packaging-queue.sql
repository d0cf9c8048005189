-- The table is the queue that all workers on all machines share. Each film is made in two steps: first all become
-- playable, then better. Whoever works on one holds it by a lease, so that a worker that is gone loses it.
alter table packaging
  add column step text not null default 'playable' check (step in ('playable', 'better')),
  -- The order in which films came.
  add column ordered_at timestamptz not null default now(),
  add column worker text,
  add column leased_until timestamptz,
  -- How often the present step was begun without coming to an end.
  add column attempts integer not null default 0,
  -- It is not begun before: it failed a moment ago, or waits for room on the disk.
  add column not_before timestamptz,
  -- What is being made, and since when and from where, for the time that is left.
  add column rendition text not null default '',
  add column begun_at timestamptz,
  add column begun_fraction real not null default 0,
  -- The work of all ended steps, and how long the film is; 0 while it is not known.
  add column spent_ms double precision not null default 0,
  add column duration_ms double precision not null default 0;
update packaging set step = 'better' where playable_at is not null;
update packaging set ordered_at = changed_at;

-- Folders that are looked into for new films, one row each.
create table films_inbox (
  folder text primary key,
  -- { "<path>": "<size and time>" }: what was there at the last look.
  files jsonb not null default '{}',
  -- Names what was imported last, so that the same is not imported again.
  taken text not null default '',
  -- [{ "where", "what", "why" }]
  refused jsonb not null default '[]',
  -- Why the folder as a whole could not be read.
  problem text not null default '',
  looked_at timestamptz not null default now()
);
