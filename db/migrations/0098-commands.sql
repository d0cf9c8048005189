-- Commands to a segment: who was in it is decided once, when the command is given. Written by server/campaigns alone.

create table command_batch (
  command_batch_id integer generated always as identity primary key,
  kind text not null check (kind in ('message', 'reload', 'sign_out', 'channel')),
  text_ru text not null default '' check (length(text_ru) <= 300),
  text_uz text not null default '' check (length(text_uz) <= 300),
  stays_sec integer not null default 0 check (stays_sec between 0 and 300),
  channel_id integer,
  expires_min integer not null check (expires_min between 1 and 1440),
  state text not null check (state in ('running', 'stopped', 'done')),
  segment_name text not null check (length(segment_name) <= 120),
  -- As `SegmentRules` of contract/console/segment-rules.ts.
  rules jsonb not null,
  -- Deleted when the command has been given to everybody in it.
  segment_snapshot_id integer,
  -- Accounts in the segment, those that are done, and those that were left out: blocked, opted out, above the cap.
  recipients integer not null,
  after_account_id integer not null default 0,
  reached integer not null default 0,
  left_out integer not null default 0,
  reason text not null check (length(reason) between 1 and 500),
  staff_id integer,
  staff_name text not null default '' check (length(staff_name) <= 200),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index command_batch_running on command_batch (command_batch_id) where state = 'running';

-- Commands to devices. Written by server/commands alone; deleted after 30 days.
create table client_command (
  client_command_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  device_id integer not null references device on delete cascade,
  -- Null: to this device alone.
  command_batch_id integer references command_batch on delete cascade,
  kind text not null check (kind in ('message', 'reload', 'sign_out', 'channel')),
  text_ru text not null default '' check (length(text_ru) <= 300),
  text_uz text not null default '' check (length(text_uz) <= 300),
  stays_sec integer not null default 0 check (stays_sec between 0 and 300),
  channel_id integer,
  staff_name text not null default '' check (length(staff_name) <= 200),
  created_at timestamptz not null,
  -- Not given to a client any more.
  expires_at timestamptz not null,
  delivered_at timestamptz,
  done_at timestamptz,
  -- The page of the device that carries it out, and until when no other page gets it.
  claimed_by text not null default '' check (length(claimed_by) <= 40),
  claimed_until timestamptz
);
create index client_command_account on client_command (account_id, client_command_id);
create index client_command_device on client_command (device_id);
create index client_command_batch on client_command (command_batch_id) where command_batch_id is not null;
create index client_command_created on client_command (created_at);

-- The brand at whose site somebody registered: messages that no request of theirs causes are in its name. Null: the main
-- one. Written by server/accounts alone.
alter table account add column service_id integer references service_settings on delete set null;
create index account_service on account (service_id) where service_id is not null;
