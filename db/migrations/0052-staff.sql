-- The staff of the console: members, their second factors, sessions, links; and who changed what in the audit.

create table staff (
  staff_id integer generated always as identity primary key,
  -- In lower case; an e-mail address or a short name.
  login text not null unique check (login ~ '^[a-z0-9][a-z0-9._+@-]{2,99}$'),
  name text not null check (length(name) between 1 and 100),
  -- The roles and what they may do are data of the contract (`contract/form/permissions.ts`).
  role text not null check (role ~ '^[a-z_]{1,30}$'),
  language text not null default 'ru' check (language in ('ru', 'uz')),
  state text not null default 'active' check (state in ('active', 'blocked')),
  password_hash text not null,
  -- The secret of the authenticator app, encrypted; null without one.
  totp_sealed text,
  -- The last 30-second step whose code was accepted: that code and those before it are never accepted again.
  totp_last_step bigint not null default 0,
  -- Random, for passkeys: says nothing about the person.
  user_handle text not null unique,
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table staff_passkey (
  credential_id text primary key check (length(credential_id) <= 1400),
  staff_id integer not null references staff on delete cascade,
  -- COSE, base64url.
  public_key text not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_by_staff on staff_passkey (staff_id);

create table staff_recovery_code (
  staff_id integer not null references staff on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_session (
  session_id uuid primary key,
  -- SHA-256 of the cookie's token.
  token_hash text not null unique,
  staff_id integer not null references staff on delete cascade,
  -- How far the login is: `second_factor` and `enrolment` open nothing else.
  stage text not null check (stage in ('second_factor', 'enrolment', 'full')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Ended rows are kept for 90 days: a network of a former session is no stranger's.
  ended_at timestamptz,
  -- When who they are was last proven.
  stepped_up_at timestamptz,
  -- The challenge of a passkey that was asked for, and until when.
  challenge text,
  challenge_until timestamptz,
  -- The secret of an authenticator app that is being set up, encrypted.
  new_totp_sealed text,
  address text not null,
  network text not null,
  device text not null
);
create index staff_session_by_staff on staff_session (staff_id, network);
create index staff_session_by_end on staff_session (expires_at);

-- Links: an invitation makes a member of staff, a new password changes that of one.
create table staff_invitation (
  invitation_id integer generated always as identity primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('invitation', 'new_password')),
  login text not null,
  name text not null,
  role text not null,
  language text not null check (language in ('ru', 'uz')),
  -- Who made it: kept as text, because operators at the command line have no row.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
-- One usable link of a kind per login.
create unique index staff_invitation_usable on staff_invitation (login, kind)
  where used_at is null and revoked_at is null;

-- Wrong passwords and codes: each one makes the next wait longer.
create table staff_guess (
  -- What is guessed at: `login <hash> <network>`, `login <hash>`, `factor <staff_id>` …
  key text primary key check (length(key) <= 150),
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz not null
);
create index staff_guess_by_time on staff_guess (last_at);

-- The audit: a change has its author by name, its section and subject, and the values before and after.
alter table security_event
  add column staff_id integer,
  add column staff_name text not null default '' check (length(staff_name) <= 100),
  add column section text not null default '' check (length(section) <= 40),
  add column subject text not null default '' check (length(subject) <= 100),
  add column before jsonb,
  add column after jsonb,
  drop constraint security_event_actor_check,
  add constraint security_event_actor_check check (actor in ('viewer', 'operator', 'system', 'staff'));
create index security_event_by_subject on security_event (section, subject, event_id) where section <> '';
create index security_event_by_staff on security_event (staff_id, event_id) where staff_id is not null;
