-- Plays that failed, by account, for support: written by server/subscribers alone, for thirty days.
create table failed_play (
  failed_play_id bigint generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  -- Null for a device that was deleted.
  device_id integer references device on delete set null,
  kind text not null check (kind in ('film', 'archive', 'live')),
  -- A channel's id; of a film the id of its file.
  item_id integer not null,
  -- As the viewer was shown it.
  code text not null check (code ~ '^P[1-8](-\d{1,6})?$'),
  failed_at timestamptz not null
);
create index failed_play_of_account on failed_play (account_id, failed_at desc);
create index failed_play_by_time on failed_play (failed_at);

-- The app that runs on a device, as it reported at its last start; '' when none has. Written by server/accounts alone.
alter table device
  add column app_platform text not null default '',
  add column app_version text not null default '',
  add column app_model text not null default '',
  add column app_firmware text not null default '';
