-- Trial days once for a person and a tariff: SHA-256 of the phone and of each card of the account that began them.
-- Written by server/billing alone.

alter table subscription
  -- It was connected by mistake and taken back: its tariff counts as one that the account never had.
  add column connection_reversed_at timestamptz;

create table trial_proof (
  tariff_id integer not null references tariff on delete restrict,
  proof text not null check (proof ~ '^[0-9a-f]{64}$'),
  subscription_id integer not null references subscription on delete restrict,
  primary key (tariff_id, proof)
);
create index trial_proof_by_subscription on trial_proof (subscription_id);

-- An account that has or had a tariff with trial days had them.
insert into trial_proof (tariff_id, proof, subscription_id)
select tariff_id, encode(sha256(convert_to(person, 'UTF8')), 'hex'), subscription_id
from subscription join tariff using (tariff_id) join (
  select account_id, 'phone ' || phone as person from account where phone is not null
  union select account_id, 'card ' || gateway_card_id from card
) as proven using (account_id)
where trial_days > 0
order by subscription_id
on conflict do nothing;

-- Suspended tariffs go on when the pause of the base tariff has ended by itself: looked for each minute.
create index subscription_by_pause on subscription (paused_until)
  where is_base and state = 'active' and paused_until is not null;

alter table bulk_item
  -- Trial days that a connected tariff begins with, and what a period costs after them; 0: none.
  add column trial_days smallint not null default 0 check (trial_days >= 0),
  add column later_tiyin bigint not null default 0 check (later_tiyin >= 0);
