-- A refund of a card payment that was given up does not block later ones: each is an attempt of its own, and stays.

alter table ledger_entry
  -- The entry of a refund that was given up: this one put its money back on the balance. The refunded entry may be
  -- taken back again by as much.
  add column restores_id bigint,
  add constraint ledger_entry_restores check (restores_id is null or kind = 'adjustment' and amount_tiyin > 0);
create unique index ledger_entry_restored_once on ledger_entry (restores_id) where restores_id is not null;
-- The trigger below says the same of sums, and knows what was put back.
drop index ledger_entry_reversed_once;

create or replace function ledger_entry_reverses_within() returns trigger language plpgsql as $$
declare
  original ledger_entry;
  back numeric;
begin
  -- Reversals of an entry come one after the other, whoever writes them: the next statement sees those before.
  perform from wallet where account_id = new.account_id for update;
  select * into original from ledger_entry where ledger_entry_id = new.reverses_id;
  select coalesce(sum(abs(entry.amount_tiyin)), 0) into back from ledger_entry as entry
    where entry.reverses_id = new.reverses_id
      and not exists (select from ledger_entry as again where again.restores_id = entry.ledger_entry_id);
  if original is null or original.account_id <> new.account_id or original.against <> new.against
    or sign(original.amount_tiyin) = sign(new.amount_tiyin) or original.reverses_id is not null
    or back > abs(original.amount_tiyin) or (new.kind = 'reversal' and new.amount_tiyin <> -original.amount_tiyin) then
    raise exception 'entry % is not to be taken back so', new.reverses_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function ledger_entry_restores_whole() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entry as taken
    where taken.ledger_entry_id = new.restores_id and taken.reverses_id is not null
      and taken.account_id = new.account_id and taken.against = new.against and taken.amount_tiyin = -new.amount_tiyin
  ) then
    raise exception 'entry % is not to be put back so', new.restores_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_restores_whole after insert on ledger_entry
  for each row when (new.restores_id is not null) execute function ledger_entry_restores_whole();

alter table card_refund
  -- The first, the second … of its payment.
  add column attempt integer not null default 1 check (attempt between 1 and 1000),
  -- The entry that took the money from the balance.
  add column ledger_entry_id bigint;
alter table card_refund alter column attempt drop default;
alter table card_refund drop constraint card_refund_pkey;
alter table card_refund add primary key (order_id, attempt);
-- A payment has one refund under way at a time.
create unique index card_refund_one_open on card_refund (order_id) where state = 'taken';

alter table card_refund disable trigger card_refund_keeps_its_end;
update card_refund set ledger_entry_id = taken.ledger_entry_id
from ledger_entry as taken
where taken.reference = 'atmos:' || order_id || case when part_tiyin is null then ':reversal' else ':part' end;
alter table card_refund enable trigger card_refund_keeps_its_end;
create unique index card_refund_by_entry on card_refund (ledger_entry_id);

-- What was put back before. The references of these entries stay as they are.
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry as again set restores_id = refund.ledger_entry_id
from card_refund as refund
where again.reference = 'atmos:' || refund.order_id
    || case when refund.part_tiyin is null then ':refused' else ':withdrawn' end
  and again.kind = 'adjustment' and refund.ledger_entry_id is not null;
update ledger_entry as again set restores_id = taken.ledger_entry_id
from provider_refund as refund join provider_tx as tx using (provider_tx_id)
join ledger_entry as paid on paid.reference = tx.provider || ':' || tx.external_id
join ledger_entry as taken on taken.reverses_id = paid.ledger_entry_id
where refund.state = 'withdrawn' and again.kind = 'adjustment'
  and again.reference = tx.provider || ':' || tx.external_id || ':withdrawn'
  and taken.amount_tiyin = -again.amount_tiyin;
alter table ledger_entry enable trigger ledger_entry_append_only;

create or replace function card_refund_keeps_its_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'taken'
     or (old.created_at, old.order_id, old.attempt, old.part_tiyin, old.ledger_entry_id)
       is distinct from (new.created_at, new.order_id, new.attempt, new.part_tiyin, new.ledger_entry_id) then
    raise exception 'the refund of order % is kept: % is refused', old.order_id, tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Accounts merged before 0116 do not say which subscription of the former account goes on: it is the last one of its tariff
-- there, and the new one began at the moment of the merge. What is left of its charges is credited then, too.
update subscription as own set moved_from = former.subscription_id
from subscriber_act as act cross join lateral (
  select subscription_id, tariff_id, price_tiyin, period_days, created_at from subscription
  where account_id = (act.result ->> 'fromId')::integer
) as former
where act.kind = 'merged' and act.result ->> 'fromId' ~ '^[0-9]{1,9}$'
  and own.account_id = act.account_id and own.created_at = act.done_at and own.moved_from is null
  and former.tariff_id = own.tariff_id and former.created_at <= own.created_at
  and not exists (select from subscription as later where later.account_id = (act.result ->> 'fromId')::integer
    and later.tariff_id = former.tariff_id and later.subscription_id > former.subscription_id)
  and not exists (select from subscription as other where other.moved_from = former.subscription_id)
  -- A purchase at the same moment has a charge from then on.
  and not exists (select from charge where charge.subscription_id = own.subscription_id and period_start = own.created_at);

alter table notification
  -- A push message comes no later: of a programme that started some minutes ago it is no news. Null: for a day.
  add column push_until timestamptz;

-- After which followed show the job that reminds of new broadcasts goes on when it was interrupted. Written by
-- server/followed alone.
create table followed_progress (
  only_row boolean primary key default true check (only_row),
  after_id integer not null default 0
);
insert into followed_progress default values;
