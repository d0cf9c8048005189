-- What happened to whom: security events, never changed, never a secret in them. Written by server/audit alone.

create table security_event (
  event_id bigint primary key check (event_id > 0),
  happened_at timestamptz not null,
  -- `login`, `login_failed`, `device_removed` …
  event text not null check (event ~ '^[a-z0-9_]{1,60}$'),
  -- Not a reference: what was recorded stays when an account goes.
  account_id integer,
  -- Who did it: the subscriber, an operator at the command line, or Ekran itself.
  actor text not null check (actor in ('viewer', 'operator', 'system')),
  address text not null default '' check (length(address) <= 64),
  device text not null default '' check (length(device) <= 200),
  facts jsonb not null default '{}',
  -- SHA-256 over the former row's hash and this row: a row that is changed or taken out breaks the chain.
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
create index security_event_by_account on security_event (account_id, event_id);
create index security_event_by_time on security_event (happened_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger security_event_stays before update or delete on security_event
  for each row execute function refuse_change();
create trigger security_event_is_not_emptied before truncate on security_event
  for each statement execute function refuse_change();
