-- What reports read: sums of each day in Tashkent. Written by server/reports alone. A day is computed again as a whole:
-- its rows are replaced. Accounts of the staff for trying are in none of them.

-- Which days were computed, and when.
create table report_day (
  day date primary key,
  computed_at timestamptz not null
);

-- How far jobs came: `watched_until` (unix milliseconds), `ledger_entry` (the last entry that was looked at).
create table report_progress (
  name text primary key,
  value bigint not null
);

create table report_subscribers_day (
  day date not null,
  -- The tariff that the state is about: the base one first.
  tariff_id integer not null,
  -- At the end of the day.
  active integer not null,
  trial integer not null,
  suspended integer not null,
  gone integer not null,
  -- During the day.
  joined integer not null,
  returned integer not null,
  stopped integer not null,
  lost integer not null,
  primary key (day, tariff_id)
);

create table report_money_day (
  day date not null,
  kind text not null,
  against text not null,
  -- The part of a reference before the colon: `payme`, `atmos`.
  source text not null,
  -- 0: not about a tariff.
  tariff_id integer not null,
  -- As in the ledger: added to the balances of subscribers.
  amount_tiyin bigint not null,
  entries integer not null,
  primary key (day, kind, against, source, tariff_id)
);
-- Entries of a day, and pages of the ledger.
create index ledger_entry_by_day on ledger_entry (happened_at, ledger_entry_id);

-- Who watched what for how long on a day: the only facts with accounts, for 45 days. Partitions by month are made by the
-- job that writes them.
create table report_watch_fact (
  day date not null,
  account_id integer not null,
  kind text not null check (kind in ('live', 'archive', 'film')),
  -- A channel's cid; of a film the title's vid.
  item integer not null,
  device text not null check (device in ('tv', 'phone', 'tablet', 'computer', 'other')),
  seconds integer not null check (seconds > 0),
  primary key (day, account_id, kind, item, device)
) partition by range (day);

create table report_watch_day (
  day date not null,
  -- `channel`: live and archive together; `all`: everything. Item 0: all of the kind.
  kind text not null check (kind in ('live', 'archive', 'channel', 'film', 'download', 'all')),
  item integer not null,
  seconds bigint not null,
  -- Different accounts with a minute at least; of downloads those that took one.
  viewers integer not null,
  primary key (day, kind, item)
) partition by range (day);

-- The same viewers counted once a month; by the first day of the month.
create table report_watch_month (
  month date not null,
  kind text not null,
  item integer not null,
  viewers integer not null,
  primary key (month, kind, item)
);

create table report_device_day (
  day date not null,
  device text not null,
  kind text not null,
  seconds bigint not null,
  viewers integer not null,
  primary key (day, device, kind)
);

create table report_quality_day (
  day date not null,
  device text not null,
  kind text not null,
  plays integer not null,
  abandoned integer not null,
  failures integer not null,
  played_ms bigint not null,
  stalls integer not null,
  stalled_ms bigint not null,
  -- First pictures by the steps of `startBoundsMs` in server/monitoring.
  starts integer[] not null,
  primary key (day, device, kind)
);

create table report_support_day (
  day date not null,
  -- `opened`, `closed`: complaints by their problem; `act`: by the member of staff.
  kind text not null check (kind in ('opened', 'closed', 'act')),
  subject integer not null,
  amount integer not null,
  primary key (day, kind, subject)
);

-- Of those who joined in a month, how many had a paid period at the end of a month.
create table report_cohort (
  joined_month date not null,
  month date not null,
  accounts integer not null,
  active integer not null,
  primary key (joined_month, month)
);

create table report_promotion (
  promotion_id integer primary key,
  uses integer not null,
  -- Of them, those who paid in afterwards, and what.
  payers integer not null,
  paid_tiyin bigint not null,
  gift_tiyin bigint not null
);

-- What a rights holder gets: 0 for the whole of `kind`.
create table report_price (
  kind text not null check (kind in ('channels', 'films')),
  -- A channel's category; of films the provider.
  owner_id integer not null,
  basis text not null check (basis in ('minute', 'viewer', 'share')),
  -- Tiyin for a minute or a viewer of a month; hundredths of a percent of the revenue.
  rate integer not null check (rate between 0 and 100000000),
  primary key (kind, owner_id)
);

-- Who gets the summary of a week: a target of alarms.
create table report_weekly (
  target_id integer primary key references alarm_target on delete cascade,
  -- The Monday of the last summary that was queued.
  sent_week date
);
