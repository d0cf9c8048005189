-- One act on everybody of a segment. Written by server/bulk alone.

create table bulk_run (
  bulk_run_id integer generated always as identity primary key,
  -- `credit` and `days` give; `connect` and `end` change tariffs.
  kind text not null check (kind in ('credit', 'days', 'connect', 'end')),
  purpose text not null default 'goodwill' check (purpose in ('goodwill', 'correction')),
  -- For each subscriber; 0 where the kind has none.
  amount_tiyin bigint not null default 0 check (amount_tiyin >= 0),
  days integer not null default 0 check (days >= 0),
  -- Null: the main tariff of each.
  tariff_id integer,
  ends_now boolean not null default false,
  reason text not null check (length(reason) between 1 and 500),
  segment_name text not null check (length(segment_name) between 1 and 120),
  -- A copy, as `SegmentRules`.
  rules jsonb not null,
  state text not null check (state in ('preparing', 'prepared', 'waiting', 'running', 'stopped', 'done', 'cancelled',
    'undoing', 'undone')),
  -- Who was in the segment is stored from this moment on.
  frozen_at timestamptz,
  -- All subscribers at that moment.
  total integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Null for an operator at the command line.
  staff_id integer,
  staff_name text not null default '' check (length(staff_name) <= 200),
  -- Who let it begin: another than who made it, where it is beyond the limits of that one.
  released_staff_id integer,
  released_name text not null default '' check (length(released_name) <= 200),
  undo_reason text not null default '' check (length(undo_reason) <= 500),
  undo_staff_id integer,
  undo_name text not null default '' check (length(undo_name) <= 200),
  -- When it began to be taken back.
  undo_at timestamptz
);
create index bulk_run_active on bulk_run (bulk_run_id) where state in ('preparing', 'running', 'undoing');
create index bulk_run_by_released on bulk_run (released_staff_id, started_at);
create index bulk_run_by_undone on bulk_run (undo_staff_id, undo_at) where undo_staff_id is not null;

create table bulk_item (
  bulk_run_id integer not null references bulk_run on delete cascade,
  account_id integer not null references account on delete cascade,
  -- `unreturned`: done, and could not be taken back.
  state text not null check (state in ('new', 'ready', 'skipped', 'done', 'failed', 'undone', 'unreturned')),
  -- Why it was skipped, failed or could not be taken back.
  reason text not null default '' check (length(reason) <= 60),
  tariff_id integer,
  -- What is given, or what the tariff costs the subscriber.
  amount_tiyin bigint not null default 0,
  days integer not null default 0,
  -- Another base tariff ends with it.
  replaces boolean not null default false,
  attempts smallint not null default 0,
  act_id integer,
  primary key (bulk_run_id, account_id)
);
create index bulk_item_by_state on bulk_item (bulk_run_id, state, account_id);

-- Acts of a run count towards the limits of runs, not towards those of single acts.
alter table subscriber_act add column bulk_run_id integer;
create index subscriber_act_by_run on subscriber_act (bulk_run_id, account_id) where bulk_run_id is not null;
