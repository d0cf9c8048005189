-- The subscribers behind the numbers of days, month by month. Written by server/reports alone, together with
-- `report_subscribers_day`. Partitions by month are made by the job that writes them.

-- In which state a subscriber was at the end of the days `[from_day, until_day)`, which are of one month. Who is gone
-- has no row.
create table report_standing (
  state text not null check (state in ('active', 'trial', 'suspended')),
  account_id integer not null,
  from_day date not null,
  -- The first day of the next month when nothing changed until now.
  until_day date not null,
  tariff_id integer not null,
  primary key (state, account_id, from_day) include (until_day, tariff_id)
) partition by range (from_day);

-- Who came and went on a day: one row at most for a subscriber and a day.
create table report_movement (
  day date not null,
  kind text not null check (kind in ('joined', 'returned', 'stopped', 'lost')),
  account_id integer not null,
  tariff_id integer not null,
  primary key (day, kind, account_id) include (tariff_id)
) partition by range (day);

-- Which months were computed, and until which day.
create table report_standing_month (
  month date primary key,
  last_day date not null,
  computed_at timestamptz not null
);
