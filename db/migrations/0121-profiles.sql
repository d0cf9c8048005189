-- Profiles of an account, and its PIN. Written by server/profiles alone.
-- Every account has the profile 0 without a row: it has everything from before there were profiles. A row of it keeps
-- what its viewer has changed.

create table profile (
  account_id integer not null references account on delete cascade,
  -- Never used again within its account.
  profile_no smallint not null check (profile_no >= 0),
  name text not null check (length(name) <= 30),
  -- The folded name: no two profiles of an account have the same.
  name_key text not null,
  picture text not null,
  colour text not null,
  language text not null check (language in ('ru', 'uz')),
  is_child boolean not null default false,
  -- 18: no limit.
  age_limit smallint not null default 18 check (age_limit in (0, 6, 12, 16, 18)),
  above_limit text not null default 'hide' check (above_limit in ('hide', 'ask')),
  -- Empty: all within the age limit.
  channel_ids integer[] not null default '{}' check (cardinality(channel_ids) <= 500),
  -- Minutes from midnight in Tashkent; equal: the whole day.
  hours_from smallint not null default 0 check (hours_from between 0 and 1440),
  hours_to smallint not null default 0 check (hours_to between 0 and 1440),
  -- 0: no limit.
  minutes_per_day smallint not null default 0 check (minutes_per_day between 0 and 1440),
  pin_hash text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, profile_no),
  check (not (profile_no = 0 and is_child))
);
create unique index profile_by_name on profile (account_id, name_key) where name_key <> '';

-- The PIN of an account, and the wrong tries of all its PINs.
create table account_pin (
  account_id integer primary key references account on delete cascade,
  -- Null: none is set, and the row only counts tries of profiles' PINs.
  pin_hash text,
  on_purchases boolean not null default false,
  wrong_tries smallint not null default 0,
  -- How often it was locked since the last right one: each time is longer.
  locks smallint not null default 0,
  locked_until timestamptz,
  last_profile_no smallint not null default 0
);

-- The profile that a device uses; it stays when a session is renewed or replaced. One of a profile that was removed must
-- choose another.
alter table device add column profile_no smallint not null default 0;
-- Until when this session need not enter the account's PIN again.
alter table session add column pin_proven_until timestamptz;

-- What a device may show although it is above the limit of its profile; for the profile that it was opened in.
create table profile_opening (
  session_id uuid not null references session on delete cascade,
  kind text not null check (kind in ('title', 'channel', 'programme')),
  item_id integer not null,
  open_until timestamptz not null,
  primary key (session_id, kind, item_id)
);

-- What was the account's belongs to its first profile. A constant default writes no row again; the keys are built anew.
alter table watching add column profile_no smallint not null default 0,
  drop constraint watching_pkey, add primary key (account_id, profile_no, title_id, file_id);
alter table favourite_title add column profile_no smallint not null default 0,
  drop constraint favourite_title_pkey, add primary key (account_id, profile_no, title_id);
alter table favourite_channel add column profile_no smallint not null default 0,
  drop constraint favourite_channel_pkey, add primary key (account_id, profile_no, channel_id);
alter table title_rating add column profile_no smallint not null default 0,
  drop constraint title_rating_pkey, add primary key (account_id, profile_no, title_id);

alter table followed_programme add column profile_no smallint not null default 0,
  drop constraint followed_programme_account_id_name_key_channel_id_key,
  add unique (account_id, profile_no, name_key, channel_id);
alter table reminder add column profile_no smallint not null default 0,
  drop constraint reminder_account_id_channel_id_programme_id_key,
  add unique (account_id, profile_no, channel_id, programme_id) deferrable initially immediate;
alter table reminder_setting add column profile_no smallint not null default 0,
  drop constraint reminder_setting_pkey, add primary key (account_id, profile_no);
alter table download_grant add column profile_no smallint not null default 0,
  drop constraint download_grant_pkey, add primary key (device_id, profile_no, vfid);

-- Null: for the account, whoever of it looks; not for a child. What is read is read by a profile.
alter table notification add column profile_no smallint;
alter table notification_read add column profile_no smallint not null default 0,
  drop constraint notification_read_pkey, add primary key (notification_id, account_id, profile_no);
alter table notification_reader add column profile_no smallint not null default 0,
  drop constraint notification_reader_pkey, add primary key (account_id, profile_no);
