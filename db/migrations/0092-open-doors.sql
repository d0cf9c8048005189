-- Other programs of the operator: keys for the API (server/api-keys), events and webhooks (server/webhooks).

create table api_key (
  key_id integer generated always as identity primary key,
  name text not null check (name <> ''),
  -- The first characters of the key, for people.
  prefix text not null,
  -- SHA-256 of the key; the key itself is shown once and stored nowhere.
  key_hash text not null unique,
  -- The key before the last rotation, while it is still valid.
  former_hash text unique,
  former_until timestamptz,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Addresses and prefixes from which it may be used; empty: from anywhere.
  networks text[] not null default '{}',
  per_minute integer not null check (per_minute between 1 and 6000),
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  last_used_at timestamptz,
  last_used_from text not null default '',
  revoked_at timestamptz,
  revoked_by text not null default '',
  is_leaked boolean not null default false
);

-- A request that created an account, by the client's own key: repeated, with another API key too, it finds the same
-- account.
create table api_call (
  key text primary key,
  -- SHA-256 of the request's inputs.
  inputs_hash text not null,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null
);
create index api_call_by_time on api_call (created_at);

-- `external`: what an operator's own billing took from subscribers and credited through the API.
alter table ledger_entry drop constraint ledger_entry_against_check;
alter table ledger_entry add constraint ledger_entry_against_check
  check (against in ('payments', 'revenue', 'promotions', 'adjustments', 'trials', 'goodwill', 'corrections', 'external'));

-- What happened to accounts, for other programs: written by the triggers below in the transaction of the fact itself.
create table outside_event (
  event_id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  -- The order in which readers see it, given once it is visible to all; null before, and for a test.
  place bigint unique,
  type text not null,
  -- Null for a test of a webhook.
  account_id integer references account on delete cascade,
  happened_at timestamptz not null,
  data jsonb not null
);
create index outside_event_waiting on outside_event (event_id) where place is null and account_id is not null;
create index outside_event_by_time on outside_event (happened_at);
create index outside_event_by_account on outside_event (account_id);

-- The last place; its row is locked by whoever places events.
create table outside_event_last (
  is_the_one boolean primary key default true check (is_the_one),
  place bigint not null
);
insert into outside_event_last (place) values (0);

create table webhook (
  webhook_id integer generated always as identity primary key,
  name text not null check (name <> ''),
  address text not null,
  events text[] not null check (cardinality(events) > 0),
  -- The key of the signature, sealed; the former one while it still signs too.
  secret_sealed text not null,
  former_secret_sealed text,
  former_until timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  -- Since when every attempt fails; null after a success.
  failing_since timestamptz,
  -- When it was switched off by itself; null when a person did, and while it is on.
  disabled_at timestamptz,
  -- Why: it failed for days, or its receiver said with 410 that it is gone.
  disabled_for text check (disabled_for in ('failing', 'gone')),
  -- Removed by a person: it is shown nowhere, and a job deletes its deliveries and then the row.
  removed_at timestamptz,
  check ((disabled_at is null) = (disabled_for is null)),
  check (removed_at is null or not is_on)
);

create table webhook_delivery (
  delivery_id bigint generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  event_id bigint not null references outside_event on delete cascade,
  account_id integer,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- While a process is at it.
  claimed_until timestamptz,
  is_replay boolean not null default false,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index webhook_delivery_due on webhook_delivery (webhook_id, delivery_id) where state = 'waiting';
create index webhook_delivery_order on webhook_delivery (webhook_id, account_id, delivery_id) where state = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, delivery_id);
create index webhook_delivery_by_event on webhook_delivery (event_id);
create index webhook_delivery_by_time on webhook_delivery (created_at);

create table webhook_attempt (
  attempt_id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_delivery on delete cascade,
  made_at timestamptz not null,
  -- 0 without a response.
  status integer not null,
  took_ms integer not null,
  problem text not null,
  -- The beginning of the response, without secrets.
  response text not null
);
create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, attempt_id);

-- Nothing is written while nobody reads: no webhook that is on, no valid key that may read events.
create function outside_events_wanted() returns boolean language plpgsql stable as $$
begin
  return exists (select from webhook where is_on)
    or exists (
      select from api_key where revoked_at is null and (expires_at is null or expires_at > now())
        and 'events:read' = any(scopes));
end $$;

create function note_account_event() returns trigger language plpgsql as $$
begin
  if not new.is_test and outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      values (
        case when tg_op = 'INSERT' then 'account.created'
          when new.state = 'blocked' then 'account.blocked'
          when new.state = 'deactivated' then 'account.deactivated'
          else 'account.reopened' end,
        new.account_id, now(),
        jsonb_build_object('account_id', new.account_id, 'abonement', new.abonement, 'state', new.state));
  end if;
  return null;
end $$;
create trigger account_event_added after insert on account
  for each row execute function note_account_event();
create trigger account_event_changed after update of state on account
  for each row when (old.state is distinct from new.state) execute function note_account_event();

create function note_subscription_event() returns trigger language plpgsql as $$
begin
  if outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      select
        case when new.state = 'off' then 'subscription.ended'
          when new.state = 'suspended' then 'subscription.suspended'
          when tg_op = 'INSERT' then 'subscription.started'
          else 'subscription.resumed' end,
        account_id, now(),
        jsonb_build_object('account_id', account_id, 'abonement', abonement, 'tariff_id', new.tariff_id)
      from account where account_id = new.account_id and not is_test;
  end if;
  return null;
end $$;
create trigger subscription_event_added after insert on subscription
  for each row when (new.state <> 'off') execute function note_subscription_event();
create trigger subscription_event_changed after update of state on subscription
  for each row when (old.state is distinct from new.state) execute function note_subscription_event();

-- For a whole statement: a run of charges writes thousands of entries at once.
create function note_ledger_events() returns trigger language plpgsql as $$
begin
  if outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      select
        case when entry.kind = 'charge' then 'charge.done'
          when entry.kind = 'top_up' then 'payment.received'
          else 'payment.refunded' end,
        entry.account_id, now(),
        jsonb_build_object(
          'account_id', entry.account_id, 'abonement', account.abonement, 'entry_id', entry.ledger_entry_id,
          'amount_tiyin', abs(entry.amount_tiyin), 'balance_tiyin', entry.balance_after_tiyin)
        || case when entry.kind = 'charge' then jsonb_build_object('tariff_id', subscription.tariff_id)
          else jsonb_build_object('source', split_part(entry.reference, ':', 1)) end
      from entries as entry
      join account on account.account_id = entry.account_id and not account.is_test
      left join subscription on subscription.subscription_id = entry.subscription_id
      where entry.kind in ('charge', 'top_up')
        or entry.kind in ('refund', 'reversal') and entry.against in ('payments', 'external') and entry.amount_tiyin < 0
      order by entry.ledger_entry_id;
  end if;
  return null;
end $$;
create trigger ledger_event_added after insert on ledger_entry
  referencing new table as entries for each statement execute function note_ledger_events();
