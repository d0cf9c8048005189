-- Tariffs, subscriptions and the ledger. Money is whole tiyin (100 to a sum). Written by server/billing alone.

create table tariff (
  -- Numbers of the specification (56 is the public one), so they are given, not counted.
  tariff_id integer primary key check (tariff_id > 0),
  name_en text not null check (name_en <> ''),
  name_ru text not null check (name_ru <> ''),
  name_uz text not null check (name_uz <> ''),
  price_tiyin bigint not null check (price_tiyin >= 0),
  -- Whose tariff it is.
  provider_id integer not null default 1 references provider,
  remote_tariff_id integer,
  is_base boolean not null default false,
  is_recommended boolean not null default false,
  is_offered boolean not null default true,
  position integer not null default 0,
  -- What a subscription repeats, see there.
  unique (tariff_id, is_base)
);

create table sub_tariff (
  sub_tariff_id integer primary key check (sub_tariff_id > 0),
  tariff_id integer not null references tariff on delete cascade,
  name_en text not null,
  name_ru text not null,
  name_uz text not null,
  period_days integer not null check (period_days between 1 and 3660),
  period_en text not null,
  period_ru text not null,
  period_uz text not null,
  price_tiyin bigint not null check (price_tiyin >= 0),
  position integer not null default 0
);
create index sub_tariff_by_tariff on sub_tariff (tariff_id);

-- What a tariff opens: channels one by one, films by the provider they come from.
create table tariff_channel (
  tariff_id integer not null references tariff on delete cascade,
  cid integer not null references channel on delete cascade,
  primary key (tariff_id, cid)
);
create index tariff_channel_by_channel on tariff_channel (cid);

create table tariff_provider (
  tariff_id integer not null references tariff on delete cascade,
  provider_id integer not null references provider on delete cascade,
  primary key (tariff_id, provider_id)
);

create table subscription (
  subscription_id integer generated always as identity primary key,
  account_id integer not null references account on delete restrict,
  tariff_id integer not null,
  -- The tariff's own flag, held equal to it by the foreign key, so that an index can forbid a second base tariff.
  is_base boolean not null,
  state text not null check (state in ('active', 'suspended', 'off')),
  price_tiyin bigint not null check (price_tiyin >= 0),
  period_days integer not null default 30 check (period_days between 1 and 3660),
  auto_renew boolean not null default true,
  created_at timestamptz not null,
  paid_until timestamptz not null,
  foreign key (tariff_id, is_base) references tariff (tariff_id, is_base) on update cascade
);
-- Connected already, or one base tariff already: refused here whatever the program believes.
create unique index subscription_once on subscription (account_id, tariff_id) where state <> 'off';
create unique index subscription_one_base on subscription (account_id) where is_base and state <> 'off';
-- What is due next.
create index subscription_due on subscription (paid_until) where state <> 'off';

-- The ledger. A subscriber's balance is the sum of the postings to the subscriber's account and is kept nowhere else.
create table ledger_account (
  ledger_account_id integer generated always as identity primary key,
  kind text not null check (kind in ('subscriber', 'payments', 'revenue', 'adjustments')),
  -- An account with money in its history stays: its books must remain readable.
  account_id integer unique references account on delete restrict,
  check ((kind = 'subscriber') = (account_id is not null))
);
create unique index ledger_account_of_service on ledger_account (kind) where account_id is null;
insert into ledger_account (kind) values ('payments'), ('revenue'), ('adjustments');

create table ledger_entry (
  ledger_entry_id bigint generated always as identity primary key,
  -- The name of what happened: repeating a payment or a charge meets this index and changes nothing.
  reference text not null unique check (length(reference) between 1 and 200),
  kind text not null check (kind in ('top_up', 'charge', 'refund', 'adjustment')),
  happened_at timestamptz not null,
  -- The transaction that wrote it. Postings join in that one only, so an entry is whole or not there.
  written_in text not null default pg_current_xact_id()::text
);

create table ledger_posting (
  ledger_entry_id bigint not null references ledger_entry on delete restrict,
  ledger_account_id integer not null references ledger_account on delete restrict,
  amount_tiyin bigint not null check (amount_tiyin <> 0),
  primary key (ledger_entry_id, ledger_account_id)
);
create index ledger_posting_by_account on ledger_posting (ledger_account_id) include (amount_tiyin);

-- Books are only ever added to. A mistake is put right by another entry.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_append_only();
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function ledger_is_append_only();

create function ledger_posting_joins_its_own_entry() returns trigger language plpgsql as $$
begin
  if (select written_in from ledger_entry where ledger_entry_id = new.ledger_entry_id)
     is distinct from pg_current_xact_id()::text then
    raise exception 'entry % is closed', new.ledger_entry_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_posting_joins_its_own_entry before insert on ledger_posting
  for each row execute function ledger_posting_joins_its_own_entry();

-- Nothing appears and nothing is lost: the postings of an entry add up to nought. Checked at commit, when all of
-- them are there; an entry without postings is refused by the same rule.
create function ledger_entry_balances() returns trigger language plpgsql as $$
declare
  postings integer;
  total numeric;
begin
  select count(*), coalesce(sum(amount_tiyin), 0) into postings, total
    from ledger_posting where ledger_entry_id = new.ledger_entry_id;
  if postings < 2 or total <> 0 then
    raise exception 'entry % does not balance: % postings, sum %', new.ledger_entry_id, postings, total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_entry_balances();
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_entry_balances();
