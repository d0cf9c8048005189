-- Prices of tariffs from a date on. Written by server/billing alone.

-- Numbers of tariffs and periods made in the console: never used twice, so that no history is another tariff's.
create sequence tariff_number as integer start 201;

create table tariff_price (
  -- Given by the change, so that taking the change back and doing it again names the same price.
  tariff_price_id integer primary key,
  tariff_id integer not null references tariff on delete cascade,
  -- Of the tariff's periods of this length.
  period_days integer not null check (period_days between 1 and 3660),
  price_tiyin bigint not null check (price_tiyin > 0),
  effective_at timestamptz not null,
  -- `new`: who connects from then on. `all`: also each subscriber, from the first period that starts then or later.
  payers text not null check (payers in ('new', 'all')),
  -- The tariff's price before, from the moment this one is the tariff's; null until then.
  former_tiyin bigint,
  unique (tariff_id, period_days, effective_at)
);
create index tariff_price_waiting on tariff_price (effective_at) where former_tiyin is null;
create sequence tariff_price_number as integer;

-- When the price of a subscription was agreed; null: when it was created. Later changes for all come after it.
alter table subscription add column priced_at timestamptz;
