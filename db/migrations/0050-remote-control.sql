-- A phone controls a television of the same account. Everything is tied to the two sessions, whose ids are never used
-- again: with either of them its consent, its state and its commands are worth nothing. There is no foreign key, because
-- a login on the same device gives the row of its session another id; what is left behind is deleted every hour.
-- Written by server/remote-control alone.

-- Which televisions are on and what they play. Unlogged: after a crash they report again within seconds.
create unlogged table remote_television (
  session_id uuid primary key,
  account_id integer not null references account on delete cascade,
  seen_at timestamptz not null,
  -- False once the television said that it is no longer looked at.
  is_on boolean not null,
  -- What plays and which page is open, as the television reported it; null until its first report.
  state jsonb,
  reported_at timestamptz
) with (fillfactor = 60);
create index remote_television_by_account on remote_television (account_id);

-- What somebody at the television answered to a device that wants to control it.
create table remote_consent (
  tv_session_id uuid not null,
  controller_session_id uuid not null,
  answer text not null check (answer in ('asking', 'allowed', 'denied')),
  asked_at timestamptz not null,
  -- The number of the last command that was accepted: one that is sent again is accepted once.
  last_sequence bigint not null default 0,
  primary key (tv_session_id, controller_session_id),
  check (tv_session_id <> controller_session_id)
);
create index remote_consent_by_controller on remote_consent (controller_session_id);

-- Commands on their way, until the television says that it has them or their time is over.
create table remote_command (
  remote_command_id bigint generated always as identity primary key,
  tv_session_id uuid not null,
  controller_session_id uuid not null,
  command jsonb not null,
  expires_at timestamptz not null
);
create index remote_command_by_television on remote_command (tv_session_id, remote_command_id);
create index remote_command_by_controller on remote_command (controller_session_id);
