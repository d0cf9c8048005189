-- Lists of channels that are fetched again and again; every edition that differs is a draft (server/imports/lists).
create table list_source (
  id integer generated always as identity primary key,
  address text not null unique check (address ~* '^https?://'),
  every_min integer not null check (every_min between 15 and 10080),
  -- An edition in which nothing is gone or suspicious is applied at once.
  applies boolean not null default false,
  -- How editions are compared: see import_draft.
  record boolean not null default false,
  own_groups boolean not null default false,
  -- Who added it; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  -- What became of the last edition.
  outcome text not null default 'waiting'
    check (outcome in ('waiting', 'same', 'draft', 'applied', 'refused', 'unreachable')),
  -- The draft of the last edition that differed.
  draft_id integer references import_draft on delete set null,
  -- SHA-256 of the last edition that was compared; '' before the first.
  digest text not null default '',
  tried_at timestamptz,
  next_at timestamptz not null,
  -- In a row.
  failures integer not null default 0,
  -- It is being fetched until then at the latest.
  claimed_until timestamptz
);
