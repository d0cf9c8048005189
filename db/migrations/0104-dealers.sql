-- Dealers: contracts, two accounts each, commissions, payouts. Written by server/dealers alone, except `dealer.state`,
-- which server/registration reads.

alter table dealer add column state text not null default 'active' check (state in ('active', 'stopped'));

-- `dealers`: cash that dealers took from subscribers and paid from their own deposit.
alter table ledger_entry drop constraint ledger_entry_against_check;
alter table ledger_entry add constraint ledger_entry_against_check
  check (against in ('payments', 'revenue', 'promotions', 'adjustments', 'trials', 'goodwill', 'corrections', 'external', 'transfers',
    'dealers'));

create or replace function note_ledger_events() returns trigger language plpgsql as $$
begin
  if outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      select
        case when entry.kind = 'charge' then 'charge.done'
          when entry.kind = 'top_up' then 'payment.received'
          else 'payment.refunded' end,
        entry.account_id, now(),
        jsonb_build_object(
          'account_id', entry.account_id, 'abonement', account.abonement, 'entry_id', entry.ledger_entry_id,
          'amount_tiyin', abs(entry.amount_tiyin), 'balance_tiyin', entry.balance_after_tiyin)
        || case when entry.kind = 'charge' then jsonb_build_object('tariff_id', subscription.tariff_id)
          else jsonb_build_object('source', split_part(entry.reference, ':', 1)) end
      from entries as entry
      join account on account.account_id = entry.account_id and not account.is_test
      left join subscription on subscription.subscription_id = entry.subscription_id
      where entry.kind in ('charge', 'top_up')
        or entry.kind in ('refund', 'reversal') and entry.against in ('payments', 'external', 'dealers')
          and entry.amount_tiyin < 0
      order by entry.ledger_entry_id;
  end if;
  return null;
end $$;

create table dealer_contract (
  dealer_id integer primary key references dealer on delete cascade,
  -- Who is called, and where.
  contact text not null default '' check (length(contact) <= 200),
  phone text not null default '' check (length(phone) <= 40),
  contract text not null default '' check (length(contract) <= 100),
  -- How far below zero the deposit may go.
  credit_limit_tiyin bigint not null default 0 check (credit_limit_tiyin between 0 and 100000000000000),
  -- What the dealer paid in to top up subscribers. Moved by the database with every entry.
  deposit_tiyin bigint not null default 0,
  -- What the dealer earned and was not paid; below 0 after a refund of what was paid out.
  commission_tiyin bigint not null default 0,
  -- Since when it is not stopped; null: it never was. Who used its codes before belongs to it already, or never will.
  active_since timestamptz,
  version integer not null default 1,
  check (deposit_tiyin >= -credit_limit_tiyin)
);
insert into dealer_contract (dealer_id) select dealer_id from dealer;

create table dealer_rule (
  dealer_rule_id integer generated always as identity primary key,
  dealer_id integer not null references dealer on delete restrict,
  -- first_payment, every_payment: a share of it. connected: a sum for a subscriber whose first period was charged.
  kind text not null check (kind in ('first_payment', 'every_payment', 'connected')),
  -- Hundredths of a percent; 0 for `connected`.
  share integer not null default 0 check (share between 0 and 10000),
  amount_tiyin bigint not null default 0 check (amount_tiyin between 0 and 100000000000),
  -- Months since the subscriber belongs to the dealer; 0: no end. For `every_payment`.
  months integer not null default 0 check (months between 0 and 120),
  -- The most by this rule in a calendar month; null: no limit.
  cap_tiyin bigint check (cap_tiyin > 0),
  -- Days in Tashkent, both included.
  from_day date not null,
  to_day date check (to_day >= from_day - 1),
  created_at timestamptz not null,
  check ((kind = 'connected') = (share = 0)),
  check ((kind = 'connected') = (amount_tiyin > 0)),
  check (kind = 'every_payment' or months = 0)
);
create index dealer_rule_of on dealer_rule (dealer_id);

-- A subscriber belongs to one dealer at most.
create table dealer_subscriber (
  account_id integer primary key references account on delete cascade,
  dealer_id integer not null references dealer on delete restrict,
  way text not null check (way in ('registration', 'promotion', 'staff')),
  -- Payments since then earn commission.
  attached_at timestamptz not null,
  reason text not null default '' check (length(reason) <= 200),
  staff_id integer,
  staff_name text not null default ''
);
create index dealer_subscriber_of on dealer_subscriber (dealer_id, attached_at);
-- Those whom the staff took from a dealer: neither registration nor promotion attaches them again.
create table dealer_detached (
  account_id integer primary key references account on delete cascade,
  detached_at timestamptz not null
);
-- Newcomers of dealers are looked for each minute.
create index registration_of_dealer on registration (account_id) where dealer_id is not null;
insert into dealer_subscriber (account_id, dealer_id, way, attached_at)
  select account_id, dealer_id, 'registration', registered_at from registration where dealer_id is not null;

-- Codes of a dealer: who uses one and belongs to nobody belongs to the dealer.
create table dealer_promotion (
  promotion_id integer primary key references promotion on delete cascade,
  dealer_id integer not null references dealer on delete restrict
);

create table dealer_payout (
  dealer_payout_id integer generated always as identity primary key,
  dealer_id integer not null references dealer on delete restrict,
  -- The last day that is paid for, in Tashkent: the end of a month.
  to_day date not null,
  amount_tiyin bigint not null check (amount_tiyin > 0),
  -- prepared, approved by another person, paid outside Ekran; or cancelled before that.
  state text not null check (state in ('prepared', 'approved', 'paid', 'cancelled')),
  -- Null for an operator at the command line, which is one person.
  prepared_staff_id integer,
  prepared_name text not null default '',
  prepared_at timestamptz not null,
  approved_staff_id integer,
  approved_name text not null default '',
  approved_at timestamptz,
  ended_name text not null default '',
  ended_at timestamptz,
  -- Of the payment order.
  document text not null default '' check (length(document) <= 100),
  check (approved_at is null or approved_staff_id is distinct from prepared_staff_id),
  check (state not in ('approved', 'paid') or approved_at is not null),
  check ((state in ('paid', 'cancelled')) = (ended_at is not null)),
  check ((state = 'paid') = (document <> ''))
);
create unique index dealer_payout_open on dealer_payout (dealer_id) where state in ('prepared', 'approved');
create index dealer_payout_of on dealer_payout (dealer_id, dealer_payout_id);

-- The dealers' ledger: one row is both sides. What is added to one of a dealer's two accounts is taken from `against`.
create table dealer_entry (
  dealer_entry_id bigint generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  dealer_id integer not null references dealer on delete restrict,
  account text not null check (account in ('deposit', 'commission')),
  kind text not null check (
    kind in ('paid_in', 'returned', 'cash', 'cash_back', 'commission', 'commission_back', 'payout')),
  -- bank: money outside. subscribers: the account `dealers` of the subscribers' ledger. expense: what commissions cost.
  against text not null check (against in ('bank', 'subscribers', 'expense')),
  amount_tiyin bigint not null check (amount_tiyin <> 0 and abs(amount_tiyin) <= 9007199254740991),
  balance_after_tiyin bigint not null,
  -- Of the subscribers' ledger: the top-up, or what earned the commission, or took it back.
  ledger_entry_id bigint references ledger_entry on delete restrict,
  document text not null default '' check (length(document) <= 100),
  reason text not null default '' check (length(reason) <= 200),
  staff_id integer,
  staff_name text not null default '',
  happened_at timestamptz not null,
  check (account = case when kind in ('commission', 'commission_back', 'payout') then 'commission' else 'deposit' end),
  check (against = case when kind in ('cash', 'cash_back') then 'subscribers'
    when kind in ('commission', 'commission_back') then 'expense' else 'bank' end),
  check ((amount_tiyin > 0) = (kind in ('paid_in', 'cash_back', 'commission')))
);
create index dealer_entry_of on dealer_entry (dealer_id, dealer_entry_id);
create index dealer_entry_by_day on dealer_entry (happened_at, dealer_entry_id);
create index dealer_entry_by_staff on dealer_entry (staff_id, happened_at) where staff_id is not null;
create index dealer_entry_about on dealer_entry (ledger_entry_id) where ledger_entry_id is not null;
create trigger dealer_entry_append_only before update or delete or truncate on dealer_entry
  for each statement execute function ledger_is_append_only();

create function dealer_entry_moves_balance() returns trigger language plpgsql as $$
declare
  after bigint;
begin
  update dealer_contract set
    deposit_tiyin = deposit_tiyin + case when new.account = 'deposit' then new.amount_tiyin else 0 end,
    commission_tiyin = commission_tiyin + case when new.account = 'commission' then new.amount_tiyin else 0 end
    where dealer_id = new.dealer_id
    returning case when new.account = 'deposit' then deposit_tiyin else commission_tiyin end into after;
  if after is distinct from new.balance_after_tiyin then
    raise exception 'an entry of dealer % does not go on from the balance', new.dealer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger dealer_entry_moves_balance after insert on dealer_entry
  for each row execute function dealer_entry_moves_balance();

-- What a rule gave for an entry of the subscribers' ledger: once, also when it was nothing because of the cap.
create table dealer_commission (
  ledger_entry_id bigint not null references ledger_entry on delete restrict,
  dealer_rule_id integer not null references dealer_rule on delete restrict,
  dealer_id integer not null references dealer on delete restrict,
  account_id integer not null references account on delete restrict,
  -- The payment or charge; above 0.
  base_tiyin bigint not null check (base_tiyin > 0),
  amount_tiyin bigint not null check (amount_tiyin >= 0),
  taken_back_tiyin bigint not null default 0 check (taken_back_tiyin between 0 and amount_tiyin),
  -- When the payment or charge happened.
  happened_at timestamptz not null,
  primary key (ledger_entry_id, dealer_rule_id)
);
create index dealer_commission_of on dealer_commission (dealer_id, happened_at);
create index dealer_commission_with on dealer_commission (account_id, dealer_id);
create index dealer_commission_by_rule on dealer_commission (dealer_rule_id, happened_at);

-- Revenue and payments of dealers' subscribers by day. Written by server/reports alone.
create table report_dealer_day (
  day date not null,
  dealer_id integer not null,
  charged_tiyin bigint not null,
  reversed_tiyin bigint not null,
  paid_in_tiyin bigint not null,
  paid_back_tiyin bigint not null,
  payments integer not null,
  primary key (day, dealer_id)
);

-- Page loads from outside the site by campaign; no person, no address. At most 200 campaigns a day are told apart.
create table report_visit_day (
  day date not null,
  source text not null check (length(source) <= 100),
  medium text not null check (length(medium) <= 100),
  campaign text not null check (length(campaign) <= 100),
  visits integer not null,
  primary key (day, source, medium, campaign)
);

-- From the visit to the first payment, each on its own day; the 50 largest campaigns of a day, the rest as `(other)`.
create table report_funnel_day (
  day date not null,
  source text not null,
  medium text not null,
  campaign text not null,
  visits integer not null,
  registrations integer not null,
  first_payments integer not null,
  primary key (day, source, medium, campaign)
);
create index registration_by_time on registration (registered_at);
