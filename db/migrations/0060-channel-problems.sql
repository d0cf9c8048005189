-- What was wrong with a channel, from when to when, for thirty days. Written by server/monitoring alone, from the
-- reports of the process that records. No reference to the channel: a deleted one keeps its past until it is old.

create table channel_problem (
  channel_id integer not null,
  kind text not null,
  began_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz check (ended_at >= began_at),
  primary key (channel_id, kind, began_at)
);
create index channel_problem_open on channel_problem (channel_id) where ended_at is null;
create index channel_problem_by_end on channel_problem (ended_at);

-- Since when there is such a history: days before it are not days without problems. One row.
create table channel_problem_log (started_at timestamptz not null default now());
insert into channel_problem_log default values;
