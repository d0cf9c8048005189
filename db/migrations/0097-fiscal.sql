-- Fiscal receipts of payments and of their refunds. Written by server/fiscal alone.
create table fiscal_receipt (
  fiscal_receipt_id bigint generated always as identity primary key,
  kind text not null check (kind in ('sale', 'refund')),
  -- An entry of the ledger has one receipt.
  ledger_entry_id bigint not null unique references ledger_entry on delete restrict,
  -- Of a refund: the receipt of its payment.
  sale_id bigint references fiscal_receipt on delete restrict,
  system text not null check (system in ('click', 'paynet', 'uzum', 'atmos')),
  -- Our number of the payment.
  number bigint not null,
  account_id integer not null references account on delete restrict,
  amount_tiyin bigint not null check (amount_tiyin > 0),
  -- When the money came, or the payer got it back.
  happened_at timestamptz not null,
  -- Our number of the receipt at the fiscal service: the same for each attempt.
  operation_uuid uuid not null unique default gen_random_uuid(),
  -- The payment system's own number of the payment; null: the sale's `operation_uuid` stands for it.
  payment_uuid uuid,
  -- pending: not sent. sent: a request was made, the link is not here yet. failed: a person must look.
  state text not null default 'pending' check (state in ('pending', 'sent', 'registered', 'failed', 'not_needed')),
  -- Why it is not registered, as a name; '' before the first attempt and when it is.
  reason text not null default '' check (length(reason) <= 60),
  -- What a member of staff wrote who closed it.
  note text not null default '' check (length(note) <= 200),
  url text not null default '' check (length(url) <= 500),
  -- Terminal, number and sign, as the link has them; '' where it has none.
  fiscal_number text not null default '' check (length(fiscal_number) <= 100),
  attempts integer not null default 0,
  first_sent_at timestamptz,
  -- The next attempt; after `gives_up_at` there is none.
  next_at timestamptz not null,
  gives_up_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'refund') = (sale_id is not null)),
  check ((state = 'registered') = (url <> '')),
  check ((state in ('registered', 'not_needed')) = (ended_at is not null))
);
create index fiscal_receipt_due on fiscal_receipt (next_at) where state in ('pending', 'sent');
create index fiscal_receipt_open on fiscal_receipt (fiscal_receipt_id) where state in ('pending', 'sent', 'failed');
create index fiscal_receipt_of_payment on fiscal_receipt (system, number);
create index fiscal_receipt_of_sale on fiscal_receipt (sale_id) where sale_id is not null;
create index fiscal_receipt_by_day on fiscal_receipt (happened_at);

-- What a receipt is for does not change, what was registered stays so, and none is removed.
create function fiscal_receipt_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'registered'
     or (old.kind, old.ledger_entry_id, old.sale_id, old.system, old.number, old.account_id, old.amount_tiyin,
         old.happened_at, old.operation_uuid, old.payment_uuid)
        is distinct from (new.kind, new.ledger_entry_id, new.sale_id, new.system, new.number, new.account_id,
         new.amount_tiyin, new.happened_at, new.operation_uuid, new.payment_uuid) then
    raise exception 'fiscal receipt % is final: % is refused', old.fiscal_receipt_id, tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fiscal_receipt_is_final before update or delete on fiscal_receipt
  for each row execute function fiscal_receipt_is_final();
