-- How strangers become subscribers: dealers, one-time codes, what was sent and what was given at registration.
-- Written by server/registration alone.

create table dealer (
  dealer_id integer primary key check (dealer_id > 0),
  name text not null check (length(name) between 1 and 200)
);

-- Every request for a code, sent or not: the budgets are counted from here.
create table code_request (
  request_id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('register', 'reset', 'confirm_phone')),
  phone text not null,
  -- An IPv4 address, or the /64 of an IPv6 one.
  network text not null check (length(network) <= 64),
  -- The phone without its last four digits.
  prefix text not null check (length(prefix) <= 12),
  way text not null check (way in ('sms', 'call')),
  requested_at timestamptz not null,
  outcome text not null check (outcome in ('pending', 'sent', 'failed', 'silent')),
  -- When its code was entered rightly; of those never entered the pumping alarm is made.
  used_at timestamptz
);
create index code_request_by_phone on code_request (phone, requested_at);
create index code_request_by_network on code_request (network, requested_at);
create index code_request_by_prefix on code_request (prefix, requested_at);
create index code_request_by_time on code_request (requested_at);

create table one_time_code (
  code_id bigint generated always as identity primary key,
  request_id bigint not null references code_request on delete cascade,
  purpose text not null check (purpose in ('register', 'reset', 'confirm_phone')),
  phone text not null check (phone ~ '^\+998[0-9]{9}$'),
  -- HMAC of the code with a secret kept outside the database: six digits alone would be guessed from a hash at once.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  way text not null check (way in ('sms', 'call')),
  tries smallint not null default 0 check (tries >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Used, replaced by a newer one, or tried too often.
  ended_at timestamptz
);
-- A new code cancels the old.
create unique index one_time_code_live on one_time_code (purpose, phone) where ended_at is null;
create index one_time_code_by_request on one_time_code (request_id);
create index one_time_code_by_end on one_time_code (expires_at);

-- Solved challenges, so that none is shown twice; forgotten when they would have expired anyway.
create table used_captcha (
  signature text primary key check (length(signature) <= 200),
  expires_at timestamptz not null
);
create index used_captcha_by_end on used_captcha (expires_at);

create table registration (
  account_id integer primary key references account on delete cascade,
  registered_at timestamptz not null,
  way text not null check (way in ('sms', 'call', 'captcha')),
  -- Told by somebody who was verified by captcha alone: a way to reach them, never a way to log in.
  unverified_phone text,
  client_id text not null check (length(client_id) <= 20),
  dealer_id integer references dealer,
  auto_activation_period smallint,
  promo_code text not null default '' check (length(promo_code) <= 40),
  comment text not null default '' check (length(comment) <= 200),
  utm_source text not null default '' check (length(utm_source) <= 200),
  utm_medium text not null default '' check (length(utm_medium) <= 200),
  utm_campaign text not null default '' check (length(utm_campaign) <= 200),
  -- Which terms were agreed to: the day they are of.
  terms_version text not null check (length(terms_version) <= 20),
  network text not null check (length(network) <= 64)
);
create index registration_by_network on registration (network, registered_at);

-- Subscriber numbers are given out in disorder, so that nobody counts our subscribers or guesses a neighbour's number.
create sequence subscriber_number as bigint start 1;
