-- The operator's bot in Telegram. Written by server/telegram, except the columns of other modules' tables below.

create table telegram_link (
  account_id integer primary key references account on delete cascade,
  -- A private chat has the number of its person.
  telegram_user_id bigint not null unique check (telegram_user_id > 0),
  -- As Telegram calls them, for the subscriber and the staff to see which one it is.
  name text not null check (length(name) <= 130),
  language text not null check (language in ('ru', 'uz')),
  linked_at timestamptz not null,
  -- The phone that they shared with the bot, when it was that of the account: only such a Telegram gets codes and logs in,
  -- and only while the account has this phone.
  checked_phone text check (checked_phone ~ '^\+998\d{9}$'),
  -- Since when they have blocked the bot: nothing is sent until they write to it again.
  blocked_at timestamptz,
  -- The subscriber's choices.
  notices boolean not null default true,
  codes boolean not null default false
);

-- One-time codes of links to the bot: a new one replaces the former.
create table telegram_link_code (
  account_id integer primary key references account on delete cascade,
  code_hash text not null unique check (length(code_hash) = 64),
  expires_at timestamptz not null
);

-- Notifications on their way to Telegram: a row is deleted once it needs no further attempt.
create table telegram_delivery (
  notification_id integer not null references notification on delete cascade,
  account_id integer not null references telegram_link on delete cascade on update cascade,
  attempts smallint not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  -- An attempt has begun: without its outcome the message may have arrived, and is not sent again.
  sending_at timestamptz,
  primary key (notification_id, account_id)
);
create index telegram_delivery_due on telegram_delivery (next_attempt_at);
create index telegram_delivery_by_account on telegram_delivery (account_id);

-- Updates that were begun or handled, so that none is handled twice.
create table telegram_update (
  bot_id bigint not null,
  update_id bigint not null,
  attempts smallint not null default 1,
  begun_at timestamptz not null,
  handled_at timestamptz,
  primary key (bot_id, update_id)
);
create index telegram_update_begun on telegram_update (begun_at);

-- Signed logins that were used: none is used twice.
create table telegram_login (
  hash text primary key check (length(hash) = 64),
  used_at timestamptz not null
);

-- The renewal that a notification is about: media with buttons offer to pay for it and to end it.
alter table notification add column renews_tariff_id integer;

-- Whether a code went to Telegram instead; it is counted as an SMS in every budget.
alter table code_request add column by_telegram boolean not null default false;
