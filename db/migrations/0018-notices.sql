-- Where a banner stands, where a notification leads, and up to which notification somebody has read everything.
-- Written by server/notices alone.

-- The rotating ones of the home page, the line above every page, the offer a visitor is made.
alter table banner add column place text not null default 'home' check (place in ('home', 'top', 'promo'));

-- A path of our own site, or empty.
alter table notification add column href text not null default '' check (href = '' or href ~ '^/([^/]|$)');
create index notification_of_account on notification (account_id, notification_id desc);
create index notification_oldest on notification (created_at);

-- Everything up to `read_to` counts as read; above it each one that was opened has its own mark. Without this a
-- reader of ten years would leave a row for every notification there ever was.
create table notification_reader (
  account_id integer primary key references account on delete cascade,
  read_to integer not null check (read_to >= 0)
);
create index notification_read_of_account on notification_read (account_id, notification_id);
