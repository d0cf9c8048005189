-- What is saved on devices for watching without a connection (PLAYER-08). Written by server/downloads alone.

create table download_grant (
  account_id integer not null,
  device_id integer not null,
  -- Not bound to the catalogue's tables: a file that has left is told to the device when it asks next.
  vid integer not null check (vid > 0),
  vfid integer not null check (vfid > 0),
  granted_at timestamptz not null,
  -- When it was first watched without a connection, as the device tells it.
  started_at timestamptz,
  primary key (device_id, vfid),
  foreign key (device_id, account_id) references device (device_id, account_id) on delete cascade,
  check (started_at >= granted_at)
);
create index download_grant_by_account on download_grant (account_id);
