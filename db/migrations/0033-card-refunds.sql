-- Payments by card that go back to the card. Written by server/cards alone.

create table card_refund (
  -- A payment goes back whole, once.
  order_id integer primary key references payment_order on delete restrict,
  -- What the operator wrote; the gateway is told it.
  reason text check (length(reason) between 1 and 200),
  -- `taken`: the money left the balance and the gateway may have given it back or not. `refused`: it did not, and the
  -- money is on the balance again.
  state text not null check (state in ('taken', 'given_back', 'refused')),
  -- When the ledger took it from the balance.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'taken') = (ended_at is null))
);
-- What the gateway is still to be asked about.
create index card_refund_open on card_refund (updated_at) where state = 'taken';
create index card_refund_by_day on card_refund (created_at);

-- What ended stays so, and no refund is ever removed.
create function card_refund_keeps_its_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'taken' or old.created_at <> new.created_at or old.order_id <> new.order_id then
    raise exception 'the refund of order % is kept: % is refused', old.order_id, tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger card_refund_keeps_its_end before update or delete on card_refund
  for each row execute function card_refund_keeps_its_end();
