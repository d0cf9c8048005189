-- What the staff does for a subscriber by hand: money, days, tariffs, devices.

-- `goodwill`: what the staff gave as an apology; `corrections`: what it put right, in both directions.
alter table ledger_entry drop constraint ledger_entry_against_check;
alter table ledger_entry add constraint ledger_entry_against_check
  check (against in ('payments', 'revenue', 'promotions', 'adjustments', 'trials', 'goodwill', 'corrections'));

-- Days that were given: the end of the paid time moves by them and nothing is charged. Written by server/billing alone.
create table gift_period (
  gift_period_id integer generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  account_id integer not null references account on delete restrict,
  subscription_id integer not null references subscription on delete restrict,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  created_at timestamptz not null,
  taken_back_at timestamptz
);
create index gift_period_by_subscription on gift_period (subscription_id);
create index gift_period_by_account on gift_period (account_id);

-- Ready reasons of the staff with what each gives. Written by server/subscribers alone, as the tables below.
create table goodwill_template (
  goodwill_template_id integer generated always as identity primary key,
  name_ru text not null check (length(name_ru) between 1 and 120),
  name_uz text not null check (length(name_uz) between 1 and 120),
  name_en text not null check (length(name_en) between 1 and 120),
  -- Exactly one of them.
  amount_tiyin bigint check (amount_tiyin > 0),
  days integer check (days between 1 and 365),
  is_active boolean not null default true,
  check ((amount_tiyin is null) <> (days is null))
);
insert into goodwill_template (name_ru, name_uz, name_en, amount_tiyin, days) values
  ('Перебой в работе: три дня', 'Uzilish uchun: uch kun', 'Interruption: three days', null, 3),
  ('Извинение: 5 000 сум', 'Uzr soʻrab: 5 000 soʻm', 'Apology: 5,000 soʻm', 500000, null);

-- Every act on a subscriber, once per key of the form that sent it.
create table subscriber_act (
  subscriber_act_id integer generated always as identity primary key,
  account_id integer not null references account on delete restrict,
  act_key text not null check (length(act_key) between 8 and 100),
  inputs_hash text not null check (length(inputs_hash) = 64),
  kind text not null check (length(kind) between 1 and 40),
  -- Null for an operator at the command line; the name stays when the member is gone.
  staff_id integer,
  staff_name text not null check (length(staff_name) <= 200),
  reason text not null check (length(reason) between 1 and 500),
  -- What counts towards the limits of a day.
  amount_tiyin bigint not null default 0 check (amount_tiyin >= 0),
  days integer not null default 0 check (days >= 0),
  -- The entry of the ledger or the gift that it made: what is taken back. '' for neither.
  reference text not null default '',
  result jsonb not null default '{}',
  done_at timestamptz not null,
  taken_back_at timestamptz,
  taken_back_by text check (length(taken_back_by) <= 200),
  -- Null for an operator at the command line: whose limits of that day it counts towards, where the act was another's.
  taken_back_staff_id integer,
  unique (account_id, act_key),
  check ((taken_back_at is null) = (taken_back_by is null))
);
create index subscriber_act_by_account on subscriber_act (account_id, subscriber_act_id);
create index subscriber_act_by_taken_back on subscriber_act (taken_back_staff_id, taken_back_at)
  where taken_back_staff_id is not null;
create index subscriber_act_by_staff on subscriber_act (staff_id, done_at) where amount_tiyin > 0 or days > 0;

-- Devices that may not log in to an account again. Written by server/accounts alone.
create table device_ban (
  account_id integer not null references account on delete cascade,
  uid text not null check (length(uid) between 1 and 100),
  kind text not null check (kind in ('tv', 'phone', 'tablet', 'computer', 'other')),
  name text not null,
  model text not null,
  reason text not null check (length(reason) between 1 and 500),
  banned_by text not null check (length(banned_by) <= 200),
  banned_at timestamptz not null,
  primary key (account_id, uid)
);
