-- Subscribers, the devices they watch on, and their sessions. Written by server/accounts alone.

create table account (
  account_id integer generated always as identity primary key,
  -- The subscriber number. Digits only, so that it can be typed with a remote control.
  abonement text not null unique check (abonement ~ '^[0-9]{6,12}$'),
  -- One way of writing a phone, or the unique index would let the same phone in twice.
  phone text unique check (phone ~ '^\+998[0-9]{9}$'),
  name text not null default '' check (length(name) <= 200),
  password_hash text not null check (password_hash like '$argon2id$%'),
  state text not null default 'active' check (state in ('active', 'blocked', 'deactivated')),
  created_at timestamptz not null
);

create table device (
  device_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  uid text not null check (length(uid) between 1 and 100),
  serial text not null default '' check (length(serial) <= 100),
  model text not null default '' check (length(model) <= 200),
  -- The limit of five devices is kept here: there are five numbers, each at most once an account, however many
  -- logins arrive together. A device that has logged out is remembered and holds none.
  place smallint check (place between 1 and 5),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  unique (account_id, uid),
  unique (account_id, place),
  -- What the session points at, so that a session and its device can never be of two accounts.
  unique (device_id, account_id)
);

create table session (
  session_id uuid primary key,
  -- The token is a secret of 256 random bits; its SHA-256 is enough to find it and useless to a thief.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  account_id integer not null,
  -- A device has one session: logging in again ends the one before.
  device_id integer not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= created_at),
  expires_at timestamptz not null check (expires_at > created_at),
  foreign key (device_id, account_id) references device (device_id, account_id) on delete cascade
);
create index session_by_account on session (account_id);
-- For the sweep of what has ended.
create index session_by_end on session (expires_at);
