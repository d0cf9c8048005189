-- An order may pay for a tariff: the card gives what is missing, then the tariff is connected from the balance. Written
-- by server/cards alone.

alter table payment_order
  -- What is to be connected once the money came; null for an order that only tops the balance up.
  add column tariff_id integer references tariff on delete restrict,
  add column period_id integer,
  add column replaces_base boolean not null default false,
  -- The cost that was agreed to: at another one nothing is connected, and the money stays on the balance.
  add column agreed_tiyin bigint check (agreed_tiyin >= 0),
  -- How that ended: one of them, once it was tried.
  add column connected_at timestamptz,
  add column not_connected text,
  add constraint payment_order_tariff check (
    (tariff_id is null) = (period_id is null) and (tariff_id is null) = (agreed_tiyin is null)
    and (tariff_id is not null or (connected_at is null and not_connected is null))
    and (connected_at is null or not_connected is null)
  );
-- Paid, and not connected yet: what a process that ended left.
create index payment_order_to_connect on payment_order (updated_at)
  where state = 'paid' and tariff_id is not null and connected_at is null and not_connected is null;
