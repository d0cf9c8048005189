-- When subscribers are reminded of a charge or a suspension, and when a saved card is tried again. One row.
create table dunning (
  dunning_id integer primary key default 1 check (dunning_id = 1),
  -- Days before a charge on which its subscriber is reminded.
  before_days smallint[] not null default '{3,1}' check (before_days <@ array[1,2,3,4,5,6,7,8,9,10,11,12,13,14]::smallint[]),
  -- Days after a suspension; 0: as soon as it happens.
  after_days smallint[] not null default '{0,3,14}' check (0 <= all (after_days) and 60 >= all (after_days)),
  -- Days after the first refusal of a card on which it is tried again.
  retry_days smallint[] not null default '{1,3,7}' check (1 <= all (retry_days) and 30 >= all (retry_days)),
  -- Cards are charged from this hour until before that one, by the clock of Tashkent.
  retry_from smallint not null default 8 check (retry_from between 0 and 23),
  retry_until smallint not null default 22 check (retry_until between 1 and 24),
  version integer not null default 1,
  check (retry_from < retry_until)
);
insert into dunning default values;

alter table charge_notice drop constraint charge_notice_days_before_check;
alter table charge_notice add constraint charge_notice_days_before_check check (days_before between 1 and 14);

-- Which reminders of a suspension were written; `paid_until` is when it was suspended.
create table suspension_notice (
  subscription_id integer not null references subscription on delete cascade,
  paid_until timestamptz not null,
  days_after smallint not null check (days_after between 0 and 60),
  primary key (subscription_id, paid_until, days_after)
);
create index subscription_suspended_since on subscription (paid_until) where state = 'suspended';
