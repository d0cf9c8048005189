-- Imports that are looked at before they are applied (server/imports/drafts).

create table import_draft (
  id integer generated always as identity primary key,
  -- The name of the file, or the address it comes from.
  name text not null check (name <> ''),
  -- uploading: the file is not complete. open: it can be applied. applied, discarded: its file and items are deleted.
  state text not null check (state in ('uploading', 'open', 'applied', 'discarded')),
  size_bytes integer not null check (size_bytes > 0),
  -- How it was compared: recording is switched on, groups become categories.
  record boolean not null default false,
  own_groups boolean not null default false,
  -- The member of staff; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  -- What the whole file was refused for; '' when it was taken.
  refused_whole text not null default '',
  -- Entries that cannot become channels: line, name, reason.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  -- Channels of the list that are as they were.
  unchanged integer not null default 0,
  -- The keys of all channels of the list: the next edition is compared with them.
  keys text[] not null default '{}',
  -- What it became.
  change_id integer references change_set,
  ended_at timestamptz
);
create index import_draft_name on import_draft (name, id) where state = 'applied';

-- The file, in the pieces in which it arrived.
create table import_draft_part (
  draft_id integer not null references import_draft on delete cascade,
  begins_at integer not null check (begins_at >= 0),
  bytes bytea not null,
  primary key (draft_id, begins_at)
);

-- What applying it would change, channel by channel.
create table import_draft_item (
  draft_id integer not null references import_draft on delete cascade,
  item integer not null,
  -- new, changed: by the list. gone: in the former edition and not in this one. follows: changed by another item.
  kind text not null check (kind in ('new', 'changed', 'gone', 'follows')),
  -- The channel's key in the list; '' for one that only follows.
  key text not null,
  -- The existing channel; null for a new one.
  channel_id integer,
  label text not null,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- Why it deserves a look: similar, address_moved, renamed.
  marks text[] not null default '{}',
  -- The existing channel that a new one looks like; '' for none.
  similar_to text not null default '',
  primary key (draft_id, item)
);
