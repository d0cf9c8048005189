-- Tables of channels, films and collections that come back from a spreadsheet (server/imports/tables): looked at before
-- they are applied.
create table table_draft (
  id integer generated always as identity primary key,
  -- What the rows are.
  subject text not null check (subject in ('channels', 'films', 'collections')),
  -- The name of the file.
  name text not null check (name <> ''),
  -- uploading: the file is not complete. open: it can be applied. applied, discarded: its file and items are deleted.
  state text not null check (state in ('uploading', 'open', 'applied', 'discarded')),
  -- In which the texts of `before` and `after` are.
  language text not null check (language in ('ru', 'uz', 'en')),
  size_bytes integer not null check (size_bytes > 0),
  -- The member of staff; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  -- What the whole file was refused for, as a name; '' when it was taken.
  refusal text not null default '',
  -- How many rows are as they were.
  unchanged integer not null default 0,
  -- Cells and rows that cannot be taken: row, column, value, problem, hint.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  problem_count integer not null default 0,
  -- What deserves a look in the table as a whole.
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
  -- What it became.
  change_id integer references change_set,
  ended_at timestamptz
);
create index table_draft_state on table_draft (subject, state, id);

-- The file, in the pieces in which it arrived.
create table table_draft_part (
  draft_id integer not null references table_draft on delete cascade,
  begins_at integer not null check (begins_at >= 0),
  bytes bytea not null,
  primary key (draft_id, begins_at)
);

-- What applying it would change, row by row.
create table table_draft_item (
  draft_id integer not null references table_draft on delete cascade,
  item integer not null,
  kind text not null check (kind in ('new', 'changed', 'gone')),
  -- The existing thing; null for a new one.
  entity_id integer,
  -- In the file; 0 for one that is gone.
  row_number integer not null,
  label text not null,
  -- The texts of the cells that differ, by column: as they are, and as the table has them.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- Why it deserves a look: similar, renamed, emptied, number_taken.
  marks text[] not null default '{}',
  -- The existing thing that it looks like, or whose number it takes; '' for none.
  similar_to text not null default '',
  primary key (draft_id, item)
);
