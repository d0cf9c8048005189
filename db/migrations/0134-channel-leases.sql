-- phase: expand
-- Leases of channels: which process with `media` records which channel. Written by server/channel-leases alone.

-- Processes with `media`. A row that exists may record what it has leased; a row whose time is over may be deleted by others.
create table media_node (
  node_id uuid primary key,
  -- Of its machine and port: the same after a restart.
  name text not null check (length(name) between 1 and 300),
  -- How another process on the same machine finds out that it has ended; '' where it cannot.
  process text not null check (length(process) <= 300),
  -- That of its media folder.
  folder_id text not null check (length(folder_id) between 1 and 100),
  -- Channels at once; 0 for no limit.
  capacity integer not null check (capacity >= 0),
  joined_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Grows with each renewal: one that arrives late changes nothing.
  renewal bigint not null default 0,
  -- Alone: it records on while the database is away, until the media folder says that another one wants its channels.
  is_solo boolean not null default false,
  -- It gives the channels beyond its share to others, one after another.
  is_balancing boolean not null default false
) with (fillfactor = 50);

-- Nodes that give their channels to others and take none, also after a restart.
create table media_node_drain (
  name text primary key check (length(name) between 1 and 300),
  drained_at timestamptz not null default now()
);

-- '*' is the media folder as a whole: who has it deletes what removed channels left.
create table channel_lease (
  channel_id text primary key check (channel_id = '*' or channel_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  node_id uuid not null references media_node on delete cascade,
  taken_at timestamptz not null default clock_timestamp()
);
create index channel_lease_of_node on channel_lease (node_id);

-- What nodes say about the channels they record; who has the folder makes one report of all. Written by server/monitoring alone.
create table media_node_report (
  node_id uuid primary key references media_node on delete cascade,
  report jsonb not null,
  reported_at timestamptz not null default clock_timestamp()
);
