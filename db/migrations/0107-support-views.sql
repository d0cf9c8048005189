-- A member of staff sees the site as a subscriber: read-only, for minutes. Written by server/support-views alone.

create table support_view (
  view_id uuid primary key,
  staff_id integer not null references staff on delete cascade,
  -- As text: the audit and the list name who it was.
  staff_name text not null check (length(staff_name) between 1 and 100),
  -- The session of the console that it ends with.
  staff_session_id uuid not null references staff_session on delete cascade,
  account_id integer not null references account on delete cascade,
  device_kind text not null check (device_kind in ('tv', 'phone', 'computer')),
  -- The audience of the subscriber's last address on such a device.
  audience text not null check (length(audience) <= 40),
  reason text not null check (length(reason) between 1 and 500),
  -- The language of the bar: that of the console.
  language text not null check (language in ('ru', 'uz', 'en')),
  -- SHA-256 of the code that opens it once; null after its use.
  code_hash text unique,
  -- SHA-256 of the token, and the number of the tab that it works in; null before it is opened.
  token_hash text unique,
  device_uid text check (length(device_uid) <= 100),
  created_at timestamptz not null,
  code_until timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_cause text check (end_cause in ('member', 'time', 'replaced', 'session', 'operator', 'account')),
  -- What was requested, with the numbers of channels and films, and how often.
  requests jsonb not null default '{}',
  check ((ended_at is null) = (end_cause is null)),
  check ((opened_at is null) = (token_hash is null))
);
-- One at a time for a member.
create unique index support_view_live on support_view (staff_id) where ended_at is null;
create index support_view_by_account on support_view (account_id, created_at);
create index support_view_by_session on support_view (staff_session_id);
create index support_view_by_end on support_view (expires_at);
