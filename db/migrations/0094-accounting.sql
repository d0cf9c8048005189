-- Refunds made by the staff: who asked for one, and those that the system's own protocol does not let us start.

alter table card_refund
  add column staff_id integer,
  -- '' for an operator at the command line.
  add column staff_name text not null default '';

-- Refunds of payments of Payme, Click, Paynet and Uzum Bank that finance makes outside Ekran. Written by
-- server/merchants alone. The money leaves the balance with the row.
create table provider_refund (
  -- A payment is refunded once, whole or in part.
  provider_tx_id bigint primary key references provider_tx on delete restrict,
  amount_tiyin bigint not null check (amount_tiyin > 0),
  reason text not null check (length(reason) between 1 and 200),
  -- `to_do`: the payer does not have it yet. `withdrawn`: the money is on the balance again.
  state text not null check (state in ('to_do', 'done', 'withdrawn')),
  -- How the payer got it: in the system's cabinet, by a bank transfer, or the system refunded it by itself.
  way text check (way in ('cabinet', 'transfer', 'system')),
  document text not null default '' check (length(document) <= 100),
  staff_id integer,
  staff_name text not null default '',
  ended_by_name text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'to_do') = (ended_at is null)),
  check ((state = 'done') = (way is not null))
);
create index provider_refund_to_do on provider_refund (created_at) where state = 'to_do';
create index provider_refund_by_day on provider_refund (created_at);

-- What ended stays so, and no refund is ever removed.
create function provider_refund_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'to_do'
     or (old.provider_tx_id, old.amount_tiyin, old.created_at, old.reason)
        is distinct from (new.provider_tx_id, new.amount_tiyin, new.created_at, new.reason) then
    raise exception 'the refund of payment % is final: % is refused', old.provider_tx_id, tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_refund_is_final before update or delete on provider_refund
  for each row execute function provider_refund_is_final();

-- Payments are listed by time, of all systems together.
create index provider_tx_by_created on provider_tx (created_at, provider_tx_id);
create index payment_order_by_created on payment_order (created_at, order_id);
-- And searched by their sum.
create index provider_tx_by_amount on provider_tx (amount_tiyin);
create index payment_order_by_amount on payment_order (amount_tiyin);
-- What was credited from statements; the ledger alone has it.
create index ledger_entry_from_statement on ledger_entry (ledger_entry_id)
  where kind = 'top_up' and (reference like 'bank:%' or reference like 'late:%');

-- Who of the staff wrote an entry of the ledger, and why. Written by server/accounting alone.
create table ledger_act (
  ledger_entry_id bigint primary key references ledger_entry on delete restrict,
  kind text not null check (kind in ('charge_return', 'late_payment', 'late_reversal')),
  reason text not null check (length(reason) between 1 and 200),
  staff_id integer,
  -- '' for an operator at the command line.
  staff_name text not null default '',
  made_at timestamptz not null
);
create trigger ledger_act_append_only before update or delete or truncate on ledger_act
  for each statement execute function ledger_is_append_only();

-- Registries of payment systems and banks, compared with our payments. Written by server/accounting alone.
create table statement (
  statement_id integer generated always as identity primary key,
  system text not null check (system in ('payme', 'click', 'paynet', 'uzum', 'atmos', 'bank')),
  -- The name of the file.
  name text not null check (name <> ''),
  -- Both days are included; days are Tashkent's.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- uploading: the file is not complete, or its columns are not known. open: compared. closed: everything is worked off.
  state text not null check (state in ('uploading', 'open', 'closed', 'discarded')),
  size_bytes integer not null check (size_bytes > 0),
  -- Why the file was refused, as a name; '' when it was taken.
  refusal text not null default '',
  -- The first rows, by which a person says what the columns are.
  sample jsonb not null default '[]' check (jsonb_typeof(sample) = 'array'),
  -- Rows that are no payment: line and problem; the first of them.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  problem_count integer not null default 0,
  -- Rows that the statement itself calls cancelled or failed.
  skipped_count integer not null default 0,
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  closed_by_name text not null default '',
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create index statement_by_time on statement (made_at);

create table statement_part (
  draft_id integer not null references statement on delete cascade,
  begins_at integer not null check (begins_at >= 0),
  bytes bytea not null,
  primary key (draft_id, begins_at)
);

-- A row of a statement, or a payment of ours that is in none of them.
create table statement_row (
  statement_row_id bigint generated always as identity primary key,
  statement_id integer not null references statement on delete cascade,
  -- In the file; 0 for a payment that only we have.
  line integer not null check (line >= 0),
  external_id text not null,
  theirs_tiyin bigint,
  ours_tiyin bigint,
  paid_at timestamptz,
  -- The subscriber number as the statement has it.
  account text not null default '',
  -- Our payment; null without one.
  number bigint,
  -- Of the entry that credited it; of a row of a bank the one that would. '' else.
  reference text not null default '',
  kind text not null default 'unread' check (
    kind in ('unread', 'matched', 'only_theirs', 'only_ours', 'amount', 'refunded', 'twice')),
  -- open: to be worked off. credited: a late payment, now on the balance. arrived: it was credited by itself meanwhile.
  -- reversed: credited, and taken from the balance again.
  state text not null default 'matched' check (state in ('matched', 'open', 'accepted', 'credited', 'arrived', 'reversed')),
  note text not null default '' check (length(note) <= 500),
  by_name text not null default '',
  resolved_at timestamptz
);
create index statement_row_of on statement_row (statement_id, state, statement_row_id);
create index statement_row_id_of on statement_row (statement_id, external_id);
create index statement_row_reference_of on statement_row (statement_id, reference) where reference <> '';

-- Totals of finished days, so that a list of days and the trial balance do not read the ledger. Written by
-- server/accounting alone; what is signed is computed from the books.
create table day_total (
  -- In Tashkent.
  day date primary key,
  totals jsonb not null check (jsonb_typeof(totals) = 'object')
);
-- The last entry of the ledger whose day, if it is over, is in the totals. One row.
create table day_total_progress (
  is_only boolean primary key default true check (is_only),
  ledger_entry_id bigint not null
);
insert into day_total_progress (ledger_entry_id) values (0);

-- Days that two people have closed. Written by server/accounting alone.
create table day_closing (
  day_closing_id integer generated always as identity primary key,
  -- In Tashkent.
  day date not null,
  -- signed: by one. closed: by two. reopened: by an owner, or because the day's totals changed between the signatures.
  state text not null check (state in ('signed', 'closed', 'reopened')),
  -- What both signed: totals by way of payment and service account.
  totals jsonb not null check (jsonb_typeof(totals) = 'object'),
  -- Statements of the day and what was open in them at the first signature.
  statements jsonb not null default '[]' check (jsonb_typeof(statements) = 'array'),
  -- Null for an operator at the command line, which is one person.
  first_staff_id integer,
  first_name text not null default '',
  first_at timestamptz not null,
  second_staff_id integer,
  second_name text not null default '',
  second_at timestamptz,
  reopened_name text not null default '',
  reopened_reason text not null default '',
  reopened_at timestamptz,
  check (second_at is null or second_staff_id is distinct from first_staff_id),
  check (state <> 'closed' or second_at is not null),
  check ((state = 'reopened') = (reopened_at is not null))
);
create unique index day_closing_once on day_closing (day) where state <> 'reopened';

-- What was signed does not change, and no signature is removed.
create function day_closing_is_signed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'reopened'
     or (old.day, old.totals, old.statements, old.first_staff_id, old.first_name, old.first_at)
        is distinct from (new.day, new.totals, new.statements, new.first_staff_id, new.first_name, new.first_at)
     or old.state = 'closed' and (old.second_staff_id, old.second_name, old.second_at)
        is distinct from (new.second_staff_id, new.second_name, new.second_at) then
    raise exception 'the closing of % is signed: % is refused', old.day, tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger day_closing_is_signed before update or delete on day_closing
  for each row execute function day_closing_is_signed();
