-- How watching went on the viewers' screens, as sums of a minute. Written by server/monitoring alone.
-- Rows are only added: each process adds its own, and whoever reads sums them up.

create table play_quality (
  minute timestamptz not null,
  device text not null check (device in ('tv', 'phone', 'tablet', 'computer', 'other')),
  kind text not null check (kind in ('film', 'archive', 'live')),
  -- A channel's cid; of a film the title's vid, as it was numbered then.
  subject integer not null,
  plays integer not null check (plays >= 0),
  -- Left before the first picture came.
  abandoned integer not null check (abandoned >= 0),
  -- First pictures by the time they took: see `startBoundsMs` in server/monitoring.
  starts integer[] not null check (cardinality(starts) = 11),
  played_ms bigint not null check (played_ms >= 0),
  stalls integer not null check (stalls >= 0),
  stalled_ms bigint not null check (stalled_ms >= 0),
  -- The part of what was played whose rendition is known, and what it sums up to.
  rated_ms bigint not null check (rated_ms >= 0),
  rated_bits double precision not null check (rated_bits >= 0),
  rated_line_ms double precision not null check (rated_line_ms >= 0),
  switches integer not null check (switches >= 0)
);
create index play_quality_by_time on play_quality (minute);

-- Plays that failed, by the code that the viewer was shown.
create table play_failure (
  minute timestamptz not null,
  device text not null check (device in ('tv', 'phone', 'tablet', 'computer', 'other')),
  kind text not null check (kind in ('film', 'archive', 'live')),
  subject integer not null,
  code text not null check (code ~ '^P[1-8](-\d{1,6})?$'),
  failures integer not null check (failures > 0)
);
create index play_failure_by_time on play_failure (minute);
