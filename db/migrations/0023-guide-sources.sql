-- Where the guide comes from by itself, other names of channels, and linear channels by a file.

-- What a guide calls a channel when neither its tvg-id nor its names say so. Written by server/television.
create table channel_alias (
  -- Folded: lower case, one space, ё as е. One alias means one channel.
  folded text primary key check (folded <> '' and length(folded) <= 200),
  alias text not null,
  channel_id integer not null references channel on delete cascade,
  added_at timestamptz not null default now()
);
create index channel_alias_channel on channel_alias (channel_id);

-- A guide that is read again and again. Earlier sources come first: a channel they give is left to them.
create table guide_source (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,59}$'),
  -- An http(s) address or the path of a file.
  address text not null,
  every_min integer not null check (every_min between 1 and 10080),
  -- The zone of times that name none: an offset (+05:00) or a name (Asia/Tashkent).
  zone text not null default '+00:00',
  shift_min integer not null default 0 check (shift_min between -1440 and 1440),
  allow_local boolean not null default false,
  -- What the last delivery that was taken said of itself: the conditions of the next request, a file's size and time.
  etag text,
  last_modified text,
  file_stamp text,
  -- new, taken, unchanged, held (would lose too much; waits for the operator), failed.
  state text not null default 'new' check (state in ('new', 'taken', 'unchanged', 'held', 'failed')),
  -- A sentence about the last reading.
  outcome text not null default '',
  tried_at timestamptz,
  taken_at timestamptz,
  failures integer not null default 0,
  next_at timestamptz not null default now(),
  -- Somebody reads it until then; only one source is read at a time.
  claimed_until timestamptz,
  -- The channels its last taken delivery gave.
  channel_ids integer[] not null default '{}',
  added_at timestamptz not null default now()
);

-- A linear channel by a file of `<data>/linear`: what the file came to when it was last read.
create table linear_schedule (
  file text primary key,
  channel_id integer references channel on delete cascade,
  -- Size and time of the file that was read, and a hash of its text.
  file_stamp text not null,
  content_hash text not null,
  state text not null check (state in ('applied', 'incomplete', 'refused')),
  -- Lines for the operator: what is wrong, or what could not be taken.
  problems text[] not null default '{}',
  -- The guide is made up to here.
  made_until timestamptz,
  changed_at timestamptz not null default now()
);
create unique index linear_schedule_channel on linear_schedule (channel_id);
