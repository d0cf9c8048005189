-- Backups with their restore drills, and the processes that run (server/operations).

create table backup_settings (
  is_the_one boolean primary key default true check (is_the_one),
  -- Where backups are made, on the server; '' until it is set.
  folder text not null default '' check (length(folder) <= 500),
  is_on boolean not null default false,
  -- Of the day in Tashkent.
  minute_of_day integer not null default 180 check (minute_of_day between 0 and 1439),
  -- How many backups are retained.
  retained integer not null default 14 check (retained between 1 and 365),
  with_films boolean not null default false,
  is_drill_on boolean not null default true,
  -- 1 is Monday.
  drill_weekday integer not null default 7 check (drill_weekday between 1 and 7),
  drill_minute integer not null default 300 check (drill_minute between 0 and 1439),
  -- Since when the schedule is as it is: nothing is due or overdue from before.
  since timestamptz not null default now()
);
insert into backup_settings default values;

create table backup (
  backup_id integer generated always as identity primary key,
  origin text not null check (origin in ('schedule', 'staff', 'operator')),
  started_by text not null default '',
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'deleted')),
  -- The folder of this backup.
  folder text not null,
  with_films boolean not null,
  -- How far it is: tables, then files.
  phase text not null default '' check (phase in ('', 'database', 'files')),
  done integer not null default 0,
  total integer not null default 0,
  bytes bigint not null default 0,
  row_count bigint not null default 0,
  file_count integer not null default 0,
  -- SHA-256 of its list of contents, which has the hash of each file.
  checksum text not null default '',
  -- What was counted and summed in the snapshot of the copy, by name.
  figures jsonb not null default '{}',
  problem text not null default '',
  detail text not null default '' check (length(detail) <= 400),
  -- How often it was begun: what a stop interrupted is begun again.
  attempts integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create unique index backup_one_open on backup ((true)) where state in ('waiting', 'running');

create table backup_drill (
  drill_id integer generated always as identity primary key,
  backup_id integer references backup on delete set null,
  origin text not null check (origin in ('schedule', 'staff', 'operator')),
  started_by text not null default '',
  state text not null check (state in ('waiting', 'running', 'passed', 'failed')),
  phase text not null default '' check (phase in ('', 'files', 'restore', 'compare')),
  -- What was counted and summed in the restored database, by name.
  figures jsonb not null default '{}',
  took_ms integer not null default 0,
  problem text not null default '',
  detail text not null default '' check (length(detail) <= 400),
  -- How often it was begun: what a stop interrupted is begun again.
  attempts integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create unique index backup_drill_one_open on backup_drill ((true)) where state in ('waiting', 'running');
create index backup_drill_by_backup on backup_drill (backup_id);

-- One row for each start of a process.
create table node (
  node_id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  is_quiet boolean not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- When it ended in order; null while it runs, and for ever when it did not.
  stopped_at timestamptz,
  memory_bytes bigint not null,
  -- Of the last interval: 99 of 100 waits of the event loop were shorter.
  loop_delay_ms integer not null
);

-- Who is told of a full disk is told of a backup that failed.
update alarm_rule set kinds = kinds || array['backup_failed', 'backup_overdue', 'drill_failed', 'drill_overdue']
where 'disk_full' = any(kinds);
