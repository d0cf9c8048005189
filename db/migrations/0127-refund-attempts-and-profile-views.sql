-- A payment of a payment system may be refunded in several parts, and again after a refund that was given up: each is an
-- attempt of its own, and stays.
alter table provider_refund
  -- The first, the second … of its payment.
  add column attempt integer not null default 1 check (attempt between 1 and 1000),
  -- The entry that took the money from the balance.
  add column ledger_entry_id bigint;
alter table provider_refund alter column attempt drop default;
alter table provider_refund drop constraint provider_refund_pkey;
alter table provider_refund add primary key (provider_tx_id, attempt);
-- A payment has one refund under way at a time.
create unique index provider_refund_one_open on provider_refund (provider_tx_id) where state = 'to_do';

alter table provider_refund disable trigger provider_refund_is_final;
update provider_refund as refund set ledger_entry_id = taken.ledger_entry_id
from provider_tx as tx join ledger_entry as paid on paid.reference = tx.provider || ':' || tx.external_id
join ledger_entry as taken on taken.reverses_id = paid.ledger_entry_id
where tx.provider_tx_id = refund.provider_tx_id and taken.amount_tiyin = -refund.amount_tiyin
  and taken.reference = paid.reference || case when refund.amount_tiyin = tx.amount_tiyin then ':reversal' else ':part' end;
alter table provider_refund enable trigger provider_refund_is_final;
create unique index provider_refund_by_entry on provider_refund (ledger_entry_id);

create or replace function provider_refund_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'to_do'
     or (old.provider_tx_id, old.attempt, old.amount_tiyin, old.created_at, old.reason, old.ledger_entry_id)
        is distinct from
        (new.provider_tx_id, new.attempt, new.amount_tiyin, new.created_at, new.reason, new.ledger_entry_id) then
    raise exception 'the refund of payment % is final: % is refused', old.provider_tx_id, tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table support_view
  -- The profile that is seen; 0: the first one, which every account has.
  add column profile_no smallint not null default 0 check (profile_no >= 0);
