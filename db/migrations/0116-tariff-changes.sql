-- Fair changes of base tariffs: what is left is credited, a change to a cheaper one is planned. Written by server/billing alone.

alter table tariff
  -- When a subscriber of this tariff changes to a dearer one, per day: at once with a credit for what is left, or at the end
  -- of the paid time.
  add column change_up text not null default 'now' check (change_up in ('now', 'end')),
  -- To a cheaper one: at the end of the paid time, or at once without a credit.
  add column change_down text not null default 'end' check (change_down in ('end', 'now'));

alter table subscription
  -- The subscription of an account that was merged into this one, which goes on here.
  add column moved_from integer references subscription;
create index subscription_moved on subscription (moved_from) where moved_from is not null;

alter table charge
  -- The promotion that paid for the period; null: the subscriber did.
  add column promotion_id integer;
alter table charge disable trigger charge_append_only;
update charge set promotion_id = split_part(gift.reference, ':', 2)::integer
from ledger_entry as entry join ledger_entry as gift on gift.account_id = entry.account_id and gift.kind = 'promotion'
  and gift.reference ~ '^promotion:[0-9]+:[0-9]+:days$' and gift.happened_at = entry.happened_at
  and gift.amount_tiyin = -entry.amount_tiyin
where entry.subscription_id = charge.subscription_id and entry.kind = 'charge'
  and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from charge.period_start))::bigint
  and exists (select from promotion where promotion_id = split_part(gift.reference, ':', 2)::integer);
alter table charge enable trigger charge_append_only;

create table planned_change (
  planned_change_id integer generated always as identity primary key,
  account_id integer not null references account on delete restrict,
  -- The base subscription that ends when its paid time does.
  subscription_id integer not null references subscription on delete restrict,
  -- What begins then, and what was agreed.
  tariff_id integer not null references tariff on delete restrict,
  price_tiyin bigint not null check (price_tiyin >= 0),
  period_days integer not null check (period_days between 1 and 3660),
  planned_at timestamptz not null,
  -- Whether the subscription renewed itself before.
  did_renew boolean not null,
  -- `cancelled`: the renewal was, or the subscription ended in another way.
  state text not null default 'planned' check (state in ('planned', 'done', 'undone', 'replaced', 'cancelled'))
);
create unique index planned_change_one on planned_change (subscription_id) where state = 'planned';
create index planned_change_by_account on planned_change (account_id, planned_change_id);
create index planned_change_by_tariff on planned_change (tariff_id);

-- A change is planned for a subscription that renews itself, and for no other, whoever ends it.
create function planned_change_ends() returns trigger language plpgsql as $$
begin
  update planned_change set state = 'cancelled' where subscription_id = new.subscription_id and state = 'planned';
  return null;
end $$;
create trigger planned_change_ends after update of state, auto_renew on subscription
  for each row when (new.is_base and (new.state = 'off' or not new.auto_renew)
    and (old.state <> 'off' and old.auto_renew)) execute function planned_change_ends();
