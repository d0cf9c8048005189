-- A phone controls a television of the same account. Everything is tied to the two sessions: with either of them its
-- consent, its state and its commands are gone. Written by server/remote-control alone.

-- Which televisions are on and what they play. Unlogged: after a crash they report again within seconds.
create unlogged table remote_television (
  session_id uuid primary key references session on delete cascade,
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
  tv_session_id uuid not null references session on delete cascade,
  controller_session_id uuid not null references session on delete cascade,
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
  tv_session_id uuid not null references session on delete cascade,
  controller_session_id uuid not null references session on delete cascade,
  command jsonb not null,
  expires_at timestamptz not null
);
create index remote_command_by_television on remote_command (tv_session_id, remote_command_id);
create index remote_command_by_controller on remote_command (controller_session_id);
