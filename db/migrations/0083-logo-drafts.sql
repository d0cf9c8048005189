-- Many logos at once (server/imports/logos): looked at before they are applied.
create table logo_draft (
  id integer generated always as identity primary key,
  -- The name of the archive, or of the folder.
  name text not null check (name <> ''),
  -- uploading: the archive is not read to its end. open: it can be applied. applied, discarded: its files are deleted.
  state text not null check (state in ('uploading', 'open', 'applied', 'discarded')),
  size_bytes integer not null check (size_bytes > 0),
  -- How many of its pictures were read, and how many there are; null before it was opened.
  read_count integer not null default 0,
  picture_count integer,
  -- The member of staff; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  -- What the whole archive was refused for, as a name; '' when it was taken.
  refusal text not null default '',
  -- Files that are no picture or cannot be used: name, why.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  refused_count integer not null default 0,
  -- What it became.
  change_id integer references change_set,
  ended_at timestamptz
);
create index logo_draft_state on logo_draft (state, id);

-- The archive, in the pieces in which it arrived; deleted when its pictures are stored.
create table logo_draft_part (
  draft_id integer not null references logo_draft on delete cascade,
  begins_at integer not null check (begins_at >= 0),
  bytes bytea not null,
  primary key (draft_id, begins_at)
);

create table logo_draft_file (
  draft_id integer not null references logo_draft on delete cascade,
  file_no integer not null,
  -- Where it was in the archive, as a label: never a path on a disk.
  file text not null check (file <> ''),
  -- The picture original.
  version text not null check (version <> ''),
  width integer not null,
  height integer not null,
  primary key (draft_id, file_no)
);

-- For which channels a file is proposed, or was assigned.
create table logo_draft_match (
  draft_id integer not null,
  file_no integer not null,
  channel_id integer not null references channel on delete cascade,
  matched_by text not null check (matched_by in ('playlist', 'id', 'alias', 'number', 'name', 'staff')),
  score real not null check (score between 0 and 1),
  -- What speaks against it; '' for nothing.
  doubt text not null default '',
  -- Why it deserves a look: unsure, double.
  marks text[] not null default '{}',
  -- The logo of the channel at the comparison.
  former_logo text,
  primary key (draft_id, file_no, channel_id),
  foreign key (draft_id, file_no) references logo_draft_file on delete cascade
);

-- A list may name a file beside it, which an upload does not bring.
alter table channel_logo drop constraint channel_logo_state_check;
alter table channel_logo add constraint channel_logo_state_check
  check (state in ('waiting', 'taken', 'failed', 'beside'));
