-- Push messages to packaged phone apps. Written by server/push alone.

create table push_device (
  push_device_id integer generated always as identity primary key,
  -- The session says whose it is, and takes the token with it when it ends. A login on the same device gives the row of
  -- the session another id: the token follows, since device and account are the same.
  session_id uuid not null references session on delete cascade on update cascade,
  service text not null check (service in ('fcm', 'apns')),
  -- The address of one app on one device, given by the service.
  token text not null check (length(token) between 1 and 1024),
  -- What the app is shown in.
  language text not null check (language in ('ru', 'uz')),
  registered_at timestamptz not null,
  -- A device reports to the account that registered it last.
  unique (service, token),
  -- Bounds them: five sessions an account, one token of each service.
  unique (session_id, service)
);

-- Notifications on their way to devices: a row is deleted once it needs no further attempt.
create table push_delivery (
  notification_id integer not null references notification on delete cascade,
  push_device_id integer not null references push_device on delete cascade,
  service text not null check (service in ('fcm', 'apns')),
  attempts smallint not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  primary key (notification_id, push_device_id)
);
create index push_delivery_due on push_delivery (service, next_attempt_at);
create index push_delivery_by_device on push_delivery (push_device_id);
