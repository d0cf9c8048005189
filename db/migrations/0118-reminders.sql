-- Reminders of programmes that are coming. Written by server/reminders alone.

create table reminder (
  reminder_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  channel_id integer not null references channel on delete cascade,
  -- The programme as the guide has it; null once the guide has it no more.
  programme_id integer,
  -- By these it is recognised when the guide changes.
  begin_at timestamptz not null,
  end_at timestamptz not null,
  title_ru text not null,
  title_uz text not null,
  subtitle_ru text not null default '',
  subtitle_uz text not null default '',
  season integer,
  episode integer,
  state text not null check (state in ('waiting', 'reminded', 'gone')),
  created_at timestamptz not null,
  reminded_at timestamptz,
  check (end_at > begin_at),
  check ((programme_id is null) = (state = 'gone')),
  -- Two programmes of a channel may exchange their places in one statement.
  unique (account_id, channel_id, programme_id) deferrable initially immediate
);
create index reminder_due on reminder (begin_at) where state = 'waiting';
create index reminder_by_channel on reminder (channel_id, end_at);
create index reminder_ended on reminder (end_at);

-- How long before the start a viewer is reminded; without a row five minutes.
create table reminder_setting (
  account_id integer primary key references account on delete cascade,
  minutes_before smallint not null check (minutes_before in (0, 5, 15))
);

-- Push messages to browsers (Web Push). Written by server/push alone.
alter table push_device drop constraint push_device_service_check;
alter table push_device add check (service in ('fcm', 'apns', 'webpush'));
alter table push_delivery drop constraint push_delivery_service_check;
alter table push_delivery add check (service in ('fcm', 'apns', 'webpush'));

-- The key pair with which the installation signs them; the private key is sealed with the installation's secret.
create table web_push_key (
  -- One row.
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_sealed text not null,
  created_at timestamptz not null
);

-- Shows that a viewer follows. Written by server/followed alone.
create table followed_programme (
  followed_programme_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  -- The folded name without numbers of season and episode (server/reminders/show-name.ts).
  name_key text not null check (length(name_key) between 1 and 300),
  -- 0: on every channel. A show without numbered episodes is followed on its channel alone: many have a show of the name.
  channel_id integer not null check (channel_id >= 0),
  title_ru text not null,
  title_uz text not null,
  -- Whether every new broadcast gets a reminder by itself.
  reminds boolean not null default false,
  -- Broadcasts that start later are new to the viewer.
  seen_to timestamptz not null,
  created_at timestamptz not null,
  unique (account_id, name_key, channel_id)
);
create index followed_programme_reminding on followed_programme (followed_programme_id) where reminds;

alter table reminder
  -- The show for which it came by itself; null: made by hand.
  add column followed_programme_id integer references followed_programme on delete set null,
  drop constraint reminder_state_check,
  -- `declined`: it came by itself, and the viewer removed it; it does not come again.
  add check (state in ('waiting', 'reminded', 'gone', 'declined'));
create index reminder_of_show on reminder (followed_programme_id) where followed_programme_id is not null;
