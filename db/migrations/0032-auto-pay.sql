-- Renewals that a saved card pays by itself, where the subscriber allowed it. Written by server/cards alone.

alter table card
  add column auto_pay boolean not null default false,
  add constraint card_auto_pay_is_saved check (not (auto_pay and deleted_at is not null));
-- One card of an account pays by itself, whatever the program believes.
create unique index card_one_auto_pay on card (account_id) where auto_pay;

-- What was tried for the charge that is due then: the first time a day before it, three times more after it failed.
create table card_attempt (
  account_id integer not null references account on delete restrict,
  due_at timestamptz not null,
  attempt smallint not null check (attempt between 1 and 4),
  order_id integer not null unique references payment_order on delete restrict,
  created_at timestamptz not null,
  primary key (account_id, due_at, attempt)
);
