-- Bank cards and what they pay. Written by server/cards alone. Money is whole tiyin (100 to a sum). No number of a card
-- ever stands here: only its mask, and the gateway's token, encrypted.

create table card (
  card_id integer generated always as identity primary key,
  account_id integer not null references account on delete restrict,
  -- The gateway's own number of it.
  gateway_card_id text not null check (gateway_card_id ~ '^\d{1,20}$'),
  token_sealed text not null,
  pan_mask text not null check (pan_mask ~ '^\d{6}\*{6}\d{4}$'),
  expiry_yymm text not null check (expiry_yymm ~ '^\d{4}$'),
  is_main boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (not (is_main and deleted_at is not null))
);
-- A card belongs to one account, and an account has one main card, whatever the program believes.
create unique index card_once on card (gateway_card_id) where deleted_at is null;
create unique index card_one_main on card (account_id) where is_main;
create index card_by_account on card (account_id);

create table payment_order (
  order_id integer generated always as identity primary key,
  account_id integer not null references account on delete restrict,
  amount_tiyin bigint not null check (amount_tiyin > 0),
  state text not null check (state in (
    'new', 'bind_sent', 'bound', 'charging', 'uncertain', 'paid', 'bind_failed', 'declined', 'expired')),
  -- Why it was declined, in a word of ours.
  reason text,
  -- The card that pays; null until it is known, and for one that pays by its code alone and is not saved.
  card_id integer references card,
  -- How the card is proven: by binding it, or by the code of this payment (`direct`).
  way text check (way in ('bind', 'direct')),
  code_transaction_id bigint,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  -- What the gateway told of a card that it knew already, encrypted, until a code proves whose it is.
  known_card_sealed text,
  -- The gateway's transaction. Stored before the card is named in it, so that its outcome can always be asked for.
  gateway_transaction_id bigint,
  -- Stored before the word that takes the money: without it no money can have moved.
  apply_sent_at timestamptz,
  paid_at timestamptz,
  -- When the ledger had it.
  credited_at timestamptz,
  cheque_id text,
  ofd_url text,
  idempotency_key text check (length(idempotency_key) between 1 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'paid') = (paid_at is not null)),
  check (paid_at is not null or credited_at is null)
);
create unique index payment_order_once on payment_order (account_id, idempotency_key);
-- One transaction of the gateway is never credited for two orders.
create unique index payment_order_transaction on payment_order (gateway_transaction_id);
create index payment_order_by_account on payment_order (account_id, order_id);
-- What is still to be found out or credited.
create index payment_order_open on payment_order (updated_at)
  where state in ('charging', 'uncertain') or (state = 'paid' and credited_at is null);
create index payment_order_begun on payment_order (updated_at) where state in ('new', 'bind_sent', 'bound');
