-- Seasons and episodes have windows of their own, as titles have, and a file may be several episodes. Genres of films are
-- edited by hand. Written by server/catalogue.

alter table season
  -- [{ "from": ISO 8601 or null, "until": ISO 8601 or null, "territory": everywhere, inside or outside }]; none: whenever
  -- the title is available.
  add column windows jsonb not null default '[]' check (jsonb_typeof(windows) = 'array');

alter table episode
  -- As of seasons.
  add column windows jsonb not null default '[]' check (jsonb_typeof(windows) = 'array'),
  -- How many numbers after its own the file covers: 3 for the episodes 1 to 4.
  add column further smallint not null default 0 check (further between 0 and 99),
  -- When it was first broadcast.
  add column aired_on date;

-- Names were edited by hand: imports leave them.
alter table genre add column is_edited boolean not null default false;

-- More kinds of things go out as tables and come back.
alter table table_draft drop constraint table_draft_subject_check;
alter table table_draft add constraint table_draft_subject_check
  check (subject in ('channels', 'films', 'collections', 'episodes', 'people', 'genres', 'matches'));
