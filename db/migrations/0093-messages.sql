-- Segments: rules that say which subscribers are meant. Written by server/segments alone.

create table segment (
  segment_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  -- As `SegmentRules` of contract/console/segment-rules.ts.
  rules jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

-- Who was in a segment at one moment. Deleted after a week.
create table segment_snapshot (
  segment_snapshot_id integer generated always as identity primary key,
  created_at timestamptz not null
);
create table segment_member (
  segment_snapshot_id integer not null references segment_snapshot on delete cascade,
  account_id integer not null,
  primary key (segment_snapshot_id, account_id)
);

-- What rules look for among all subscribers.
create index device_account_kind on device (account_id, kind);

-- Campaigns: messages to segments. Written by server/campaigns alone.

create table message_template (
  message_template_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  -- `service`: about the subscription; it is sent to those too who want no advertising, and is not capped.
  kind text not null check (kind in ('marketing', 'service')),
  -- `title_ru` … `sms_uz`, `href` and `uz_is_ru`, as `MessageTexts`.
  texts jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

create table message_settings (
  -- One row.
  only_row boolean primary key default true check (only_row),
  -- At most so many messages of campaigns in so many days; 0: any number.
  cap_count integer not null default 3 check (cap_count between 0 and 100),
  cap_days integer not null default 7 check (cap_days between 1 and 365),
  -- What one part of an SMS costs, and how many SMS are sent in a minute at most.
  sms_price_tiyin integer not null default 0 check (sms_price_tiyin >= 0),
  sms_per_minute integer not null default 600 check (sms_per_minute between 1 and 60000)
);
insert into message_settings default values;

-- Subscribers who want no advertising.
create table message_opt_out (
  account_id integer primary key references account on delete cascade,
  created_at timestamptz not null
);

create table campaign (
  campaign_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  state text not null check (state in ('draft', 'scheduled', 'running', 'stopped', 'done')),
  -- Why it was stopped: by the staff, or because its budget is used up.
  stopped_by text not null default '' check (stopped_by in ('', 'staff', 'budget')),
  message_template_id integer references message_template on delete set null,
  segment_id integer references segment on delete set null,
  -- Copies from the start: a later change of the template or the segment changes nothing.
  kind text not null check (kind in ('marketing', 'service')),
  texts jsonb not null,
  rules jsonb not null,
  -- The first that reaches a subscriber is used.
  media text[] not null check (media <@ '{push,app,sms}' and media <> '{}'),
  starts_at timestamptz not null,
  -- Only from 9 to 21 o'clock in Tashkent.
  day_hours boolean not null,
  -- For SMS; null: no limit.
  budget_tiyin bigint check (budget_tiyin >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  staff_id integer,
  staff_name text not null default '' check (length(staff_name) <= 200)
);
create index campaign_active on campaign (starts_at) where state in ('scheduled', 'running');

create table campaign_delivery (
  campaign_id integer not null references campaign on delete cascade,
  account_id integer not null references account on delete cascade,
  -- `sending`: given to a gateway, whose response is not stored yet. `uncertain`: it never came; not sent again.
  state text not null check (state in ('waiting', 'sending', 'sent', 'uncertain', 'failed', 'skipped')),
  reason text not null default '' check (length(reason) <= 60),
  medium text not null default '' check (medium in ('', 'push', 'app', 'sms')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  notification_id integer,
  gateway text not null default '' check (length(gateway) <= 40),
  gateway_message_id text not null default '' check (length(gateway_message_id) <= 100),
  cost_tiyin integer not null default 0,
  sent_at timestamptz,
  -- How the receipt of the gateway ended it: `delivered`, `undeliverable`, `expired`, `deleted`, `rejected`.
  receipt text not null default '' check (length(receipt) <= 20),
  primary key (campaign_id, account_id)
);
create index campaign_delivery_due on campaign_delivery (campaign_id, next_attempt_at) where state in ('waiting', 'sending');
create index campaign_delivery_of_account on campaign_delivery (account_id, sent_at);
create index campaign_delivery_sms on campaign_delivery (sent_at) where medium = 'sms';
create index campaign_delivery_receipt on campaign_delivery (gateway, gateway_message_id)
  where gateway_message_id <> '';

-- Receipts of all SMS; one may come before the message itself is stored as sent. They are moved to their deliveries
-- each minute, and deleted after two days.
create table message_receipt (
  gateway text not null check (length(gateway) <= 40),
  gateway_message_id text not null check (length(gateway_message_id) between 1 and 100),
  state text not null check (length(state) <= 20),
  received_at timestamptz not null,
  primary key (gateway, gateway_message_id)
);
create index message_receipt_oldest on message_receipt (received_at);
