-- Alarms for the staff about channels (server/alarms): who is told of what, what was told, and what came of it.

create table alarm_target (
  target_id integer generated always as identity primary key,
  kind text not null check (kind in ('telegram', 'email', 'webhook', 'sms')),
  name text not null,
  -- A chat of Telegram, an e-mail address, an address of the web, a phone number.
  address text not null,
  -- The bot's token or the key of the signature, sealed; '' for a kind without one.
  secret_sealed text not null default '',
  language text not null check (language in ('ru', 'uz', 'en')),
  created_at timestamptz not null default now()
);

create table alarm_rule (
  rule_id integer generated always as identity primary key,
  name text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- How long a problem must last.
  minutes integer not null check (minutes between 0 and 1440),
  -- Minutes of the day in Tashkent between which no message is sent; both null for none.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  target_ids integer[] not null default '{}',
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_until is null))
);

create table alarm (
  alarm_id integer generated always as identity primary key,
  rule_id integer references alarm_rule on delete set null,
  rule_name text not null,
  -- What is one alarm: the family of problems and the host they have in common.
  family text not null,
  host text not null,
  -- The most harmful problem in it.
  kind text not null,
  began_at timestamptz not null,
  raised_at timestamptz not null,
  -- Since when none of its problems is there, while that may be a pause; null while one is.
  calm_since timestamptz,
  ended_at timestamptz,
  -- When its beginning was told; null while quiet hours or a mute hold it back, and for ever when it ended before.
  notified_at timestamptz,
  end_notified_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text not null default '',
  muted_until timestamptz,
  muted_by text not null default '',
  mute_reason text not null default ''
);
create index alarm_open on alarm (alarm_id) where ended_at is null;
create index alarm_by_end on alarm (ended_at);

-- The channels of an alarm; channel 0 is the server itself.
create table alarm_channel (
  alarm_id integer not null references alarm on delete cascade,
  channel_id integer not null,
  number integer not null,
  name text not null,
  kind text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (alarm_id, channel_id)
);

create table alarm_note (
  note_id integer generated always as identity primary key,
  alarm_id integer not null references alarm on delete cascade,
  staff_name text not null,
  text text not null,
  made_at timestamptz not null
);
create index alarm_note_by_alarm on alarm_note (alarm_id, note_id);

-- Of a channel in all rules; one row each.
create table alarm_channel_mute (
  channel_id integer primary key,
  muted_until timestamptz not null,
  muted_by text not null,
  reason text not null,
  made_at timestamptz not null
);

create table alarm_delivery (
  delivery_id integer generated always as identity primary key,
  -- Null for a test message.
  alarm_id integer references alarm on delete cascade,
  target_id integer references alarm_target on delete set null,
  target_name text not null,
  event text not null check (event in ('raised', 'ended', 'test')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- A short code of ours and what the service answered, never an address or a secret.
  problem text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (alarm_id, target_id, event)
);
create index alarm_delivery_waiting on alarm_delivery (delivery_id) where state = 'waiting';
create index alarm_delivery_by_age on alarm_delivery (created_at);
