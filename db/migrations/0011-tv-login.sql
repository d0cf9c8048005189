-- A television that asks a phone to let it in (the shape of RFC 8628). Written by server/tv-login alone.

create table tv_login (
  tv_login_id bigint generated always as identity primary key,
  -- SHA-256 of the device code, which only the television knows.
  device_code_hash text not null unique check (device_code_hash ~ '^[0-9a-f]{64}$'),
  -- Eight digits a person types. Free again when the request is over.
  user_code text not null check (user_code ~ '^[0-9]{8}$'),
  device_uid text not null check (length(device_uid) between 1 and 100),
  device_model text not null default '' check (length(device_model) <= 200),
  device_kind text not null default 'tv' check (device_kind in ('tv', 'phone', 'tablet', 'computer', 'other')),
  address text not null check (length(address) <= 64),
  is_bound boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'used')),
  account_id integer references account on delete cascade,
  -- The session it was let in from. When that ends before the television comes, the permission ends with it.
  let_in_by uuid,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- A television that asks more often than told is told to slow down.
  polled_at timestamptz,
  interval_sec smallint not null default 3 check (interval_sec between 1 and 60),
  check ((account_id is null) = (state in ('pending', 'denied'))),
  check ((account_id is null) = (let_in_by is null))
);
create unique index tv_login_open_code on tv_login (user_code) where state in ('pending', 'approved');
create index tv_login_by_end on tv_login (expires_at);
