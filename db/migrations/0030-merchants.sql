-- What payment systems (Payme, Click, Paynet, Uzum Bank) have brought in. Written by server/merchants alone.

create table provider_tx (
  -- Given to the systems as the number of the payment with us.
  provider_tx_id bigint generated always as identity primary key,
  provider text not null check (provider in ('payme', 'click', 'paynet', 'uzum')),
  -- The payment's number with the system: repeating a call meets this index and changes nothing.
  external_id text not null check (external_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- An account with money in its history stays: its books must remain readable.
  account_id integer not null references account on delete restrict,
  amount_tiyin bigint not null check (amount_tiyin > 0),
  state text not null check (state in ('reserved', 'paid', 'cancelled', 'refunded')),
  -- The moment the system names; its statement is asked for by it.
  provider_time timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  -- The system's own number for why it was cancelled.
  reason smallint,
  -- What the opening call said, for who looks into a payment later.
  asked jsonb,
  -- Fiscal receipts by their kind, `PERFORM` and `CANCEL`.
  fiscal jsonb,
  unique (provider, external_id),
  -- Money came in exactly when there is a moment of it, and went back exactly when there is one after it.
  check ((paid_at is not null) = (state in ('paid', 'refunded'))),
  check ((cancelled_at is not null) = (state in ('cancelled', 'refunded')))
);
create index provider_tx_by_account on provider_tx (account_id, provider_tx_id);
create index provider_tx_by_provider_time on provider_tx (provider, provider_time);
create index provider_tx_paid on provider_tx (paid_at) where paid_at is not null;
create index provider_tx_cancelled on provider_tx (cancelled_at) where cancelled_at is not null;
-- What still waits, to be let go after its time.
create index provider_tx_reserved on provider_tx (provider_time) where state = 'reserved';

-- A payment is never removed, and what was agreed about it never changes.
create function provider_tx_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'payments are kept: % is refused', tg_op using errcode = 'restrict_violation';
  end if;
  if (old.provider, old.external_id, old.account_id, old.amount_tiyin, old.provider_time, old.created_at)
     is distinct from
     (new.provider, new.external_id, new.account_id, new.amount_tiyin, new.provider_time, new.created_at)
     or (old.state <> new.state
         and (old.state, new.state) not in (('reserved', 'paid'), ('reserved', 'cancelled'), ('paid', 'refunded'))) then
    raise exception 'payment %:% cannot become so', old.provider, old.external_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_tx_keeps_its_terms before update or delete on provider_tx
  for each row execute function provider_tx_keeps_its_terms();
