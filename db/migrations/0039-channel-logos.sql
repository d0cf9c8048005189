-- Where a list says that a channel's logo is, and what became of fetching it.
create table channel_logo (
  channel_id integer primary key references channel on delete cascade,
  address text not null check (address <> '' and length(address) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  -- Why it failed, for the operator.
  reason text not null default '',
  tries smallint not null default 0,
  next_at timestamptz not null default now()
);
create index channel_logo_waiting on channel_logo (next_at) where state = 'waiting';
