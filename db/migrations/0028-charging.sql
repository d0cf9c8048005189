-- The ledger in a form that a million charges an hour can be written in, what was charged for, promotions.
-- Written by server/billing alone.

-- What a subscriber has with us. It can always be recomputed from the ledger: the database moves it with every entry,
-- `ledger check` compares, and it is never below nought.
create table wallet (
  account_id integer primary key references account on delete restrict,
  balance_tiyin bigint not null default 0 check (balance_tiyin >= 0)
) with (fillfactor = 80);
insert into wallet (account_id) select account_id from account;

alter table ledger_entry rename to ledger_entry_in_parts;
alter table ledger_entry_in_parts rename constraint ledger_entry_reference_key to ledger_entry_in_parts_reference_key;
alter table ledger_entry_in_parts rename constraint ledger_entry_pkey to ledger_entry_in_parts_pkey;

-- One row is both sides of a movement: what is added to a subscriber's balance is taken from the account of ours that
-- is named in `against`. So an entry balances by its form, and all accounts together are nought.
create table ledger_entry (
  ledger_entry_id bigint generated always as identity primary key,
  -- The name of what happened: repeating a payment or a charge meets this index and changes nothing.
  reference text not null constraint ledger_entry_once unique check (length(reference) between 1 and 200),
  kind text not null check (kind in ('top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment')),
  account_id integer not null,
  -- `payments`: what came in from outside; `revenue`: what was charged; `promotions`: what was given away;
  -- `adjustments`: what was given or taken by hand. Their balances are sums, never a row that everybody waits for.
  against text not null check (against in ('payments', 'revenue', 'promotions', 'adjustments')),
  amount_tiyin bigint not null check (amount_tiyin <> 0 and abs(amount_tiyin) <= 9007199254740991),
  -- The balance with this entry. It chains the entries of an account, so that a changed row is named by the check.
  balance_after_tiyin bigint not null check (balance_after_tiyin >= 0),
  -- What a charge was for.
  subscription_id integer,
  -- The entry that this one takes back, wholly (`reversal`) or in part (`refund`).
  reverses_id bigint,
  happened_at timestamptz not null,
  check ((reverses_id is not null) = (kind in ('refund', 'reversal')))
);
create index ledger_entry_by_account on ledger_entry (account_id, ledger_entry_id);
create index ledger_entry_reversing on ledger_entry (reverses_id) where reverses_id is not null;
create unique index ledger_entry_reversed_once on ledger_entry (reverses_id) where kind = 'reversal';

insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
  select entry.reference, entry.kind, own.account_id, service.kind, mine.amount_tiyin,
    sum(mine.amount_tiyin) over (partition by own.account_id order by entry.ledger_entry_id), entry.happened_at
  from ledger_entry_in_parts as entry
  join ledger_posting as mine using (ledger_entry_id)
  join ledger_account as own on own.ledger_account_id = mine.ledger_account_id and own.account_id is not null
  join ledger_posting as theirs on theirs.ledger_entry_id = entry.ledger_entry_id and theirs.ledger_account_id <> mine.ledger_account_id
  join ledger_account as service on service.ledger_account_id = theirs.ledger_account_id
  order by entry.ledger_entry_id;
update wallet set balance_tiyin = moved.amount
  from (select account_id, sum(amount_tiyin) as amount from ledger_entry group by account_id) as moved
  where moved.account_id = wallet.account_id;
do $$
begin
  if (select count(*) from ledger_entry) <> (select count(*) from ledger_entry_in_parts) then
    raise exception 'an entry of the ledger has more than two sides';
  end if;
end $$;
drop table ledger_posting;
drop table ledger_entry_in_parts;
drop table ledger_account;
drop function ledger_entry_balances;
drop function ledger_posting_joins_its_own_entry;

-- Books are only ever added to. A mistake is put right by another entry.
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_append_only();
create trigger wallet_stays before delete or truncate on wallet
  for each statement execute function ledger_is_append_only();

-- Once for a statement, however many rows it wrote: a thousand charges cost one update. Whoever writes entries holds
-- their wallets, and says the balance that each leaves; a wrong one is refused.
create function ledger_entry_moves_wallet() returns trigger language plpgsql as $$
declare
  wanted integer;
  moved integer;
begin
  select count(distinct account_id) into wanted from written;
  update wallet set balance_tiyin = wallet.balance_tiyin + sums.amount
    from (select account_id, sum(amount_tiyin) as amount from written group by account_id) as sums
    where wallet.account_id = sums.account_id;
  get diagnostics moved = row_count;
  if moved <> wanted then
    raise exception 'an entry of the ledger names an account without a wallet' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from (
      select distinct on (account_id) account_id, balance_after_tiyin from written
      order by account_id, ledger_entry_id desc
    ) as last join wallet using (account_id) where wallet.balance_tiyin <> last.balance_after_tiyin
  ) then
    raise exception 'an entry of the ledger does not go on from the balance' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_moves_wallet after insert on ledger_entry
  referencing new table as written for each statement execute function ledger_entry_moves_wallet();

create function ledger_entry_reverses_within() returns trigger language plpgsql as $$
declare
  original ledger_entry;
  back numeric;
begin
  select * into original from ledger_entry where ledger_entry_id = new.reverses_id;
  select coalesce(sum(abs(amount_tiyin)), 0) into back from ledger_entry where reverses_id = new.reverses_id;
  if original is null or original.account_id <> new.account_id or original.against <> new.against
    or sign(original.amount_tiyin) = sign(new.amount_tiyin) or original.reverses_id is not null
    or back > abs(original.amount_tiyin) or (new.kind = 'reversal' and new.amount_tiyin <> -original.amount_tiyin) then
    raise exception 'entry % is not to be taken back so', new.reverses_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_reverses_within after insert on ledger_entry
  for each row when (new.reverses_id is not null) execute function ledger_entry_reverses_within();

-- What was charged for: a subscription's period, once. This row decides; the entry and the subscription follow it.
create table charge (
  subscription_id integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  account_id integer not null,
  amount_tiyin bigint not null check (amount_tiyin >= 0),
  primary key (subscription_id, period_start),
  check (period_end > period_start)
);
create trigger charge_append_only before update or delete or truncate on charge
  for each statement execute function ledger_is_append_only();
-- An exclusion constraint says the same and costs ten times as much.
create function charge_periods_are_apart() returns trigger language plpgsql as $$
begin
  if exists (
    select from written join charge using (subscription_id)
    where charge.period_start <> written.period_start
      and charge.period_start < written.period_end and written.period_start < charge.period_end
  ) then
    raise exception 'a period would be charged twice' using errcode = 'exclusion_violation';
  end if;
  return null;
end $$;
create trigger charge_periods_are_apart after insert on charge
  referencing new table as written for each statement execute function charge_periods_are_apart();

-- What is due next; suspended ones are due when money comes.
drop index subscription_due;
create index subscription_due on subscription (paid_until) where state = 'active';
create index subscription_suspended on subscription (account_id) where state = 'suspended';
create index subscription_by_account on subscription (account_id);

-- Which charges a subscriber was told of beforehand.
create table charge_notice (
  subscription_id integer not null references subscription on delete cascade,
  paid_until timestamptz not null,
  days_before smallint not null check (days_before in (1, 3)),
  primary key (subscription_id, paid_until, days_before)
);

create table promotion (
  promotion_id integer generated always as identity primary key,
  kind text not null check (kind in ('code', 'free_days', 'one_sum')),
  -- As codes are compared: without blanks, in capitals.
  code text unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  name_ru text not null check (name_ru <> ''),
  name_uz text not null check (name_uz <> ''),
  -- Given into the wallet.
  gift_tiyin bigint not null default 0 check (gift_tiyin between 0 and 100000000000),
  -- Connects a tariff for so many days at this price; nought is free.
  tariff_id integer references tariff,
  period_days integer check (period_days between 1 and 366),
  price_tiyin bigint check (price_tiyin >= 0),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  max_total integer check (max_total > 0),
  used integer not null default 0 check (used >= 0),
  check (valid_from < valid_to),
  check (max_total is null or used <= max_total),
  check ((kind = 'code') = (code is not null)),
  check ((tariff_id is null) = (period_days is null) and (tariff_id is null) = (price_tiyin is null)),
  check (gift_tiyin > 0 or tariff_id is not null)
);
-- There is one offer of each kind.
create unique index promotion_offer on promotion (kind) where kind <> 'code';

create table promotion_use (
  promotion_id integer not null references promotion on delete restrict,
  account_id integer not null references account on delete restrict,
  kind text not null check (kind in ('code', 'free_days', 'one_sum')),
  used_at timestamptz not null,
  primary key (promotion_id, account_id)
);
-- The offers are for once in an account's life, also when an operator makes a new one of that kind.
create unique index promotion_use_once on promotion_use (account_id, kind) where kind <> 'code';
create trigger promotion_use_append_only before update or delete or truncate on promotion_use
  for each statement execute function ledger_is_append_only();

-- Calls that move money answer a repeated key as they did the first time.
create table billing_call (
  account_id integer not null references account on delete cascade,
  key text not null check (length(key) between 1 and 100),
  -- SHA-256 of what was asked: the same key with other inputs is refused.
  inputs_hash text not null check (inputs_hash ~ '^[0-9a-f]{64}$'),
  answer json not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index billing_call_oldest on billing_call (created_at);
