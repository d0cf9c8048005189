-- Pauses of tariffs, and trial days. Written by server/billing alone.

alter table tariff
  -- Who may pause it: nobody, the staff, or the subscriber too.
  add column pause_by text not null default 'nobody' check (pause_by in ('nobody', 'staff', 'subscriber')),
  add column pause_min_days smallint not null default 7 check (pause_min_days between 1 and 366),
  add column pause_max_days smallint not null default 60 check (pause_max_days between 1 and 366),
  -- Once in twelve months; false: as often as somebody likes.
  add column pause_once boolean not null default true,
  add constraint tariff_pause_days check (pause_min_days <= pause_max_days),
  -- Days that an account which never had the tariff gets before the first charge; 0: none.
  add column trial_days smallint not null default 0 check (trial_days between 0 and 90);

alter table subscription
  -- The end of the latest pause; one that is over stays. While it is ahead nothing is open and nothing is charged: the
  -- paid time was moved behind it.
  add column paused_until timestamptz,
  add constraint subscription_paid_behind_pause
    check (state = 'off' or paused_until is null or paid_until >= paused_until);

create table subscription_pause (
  subscription_pause_id integer generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  account_id integer not null references account on delete restrict,
  subscription_id integer not null references subscription on delete restrict,
  tariff_id integer not null references tariff,
  -- The pause of the base tariff that it belongs to: it begins and ends with it, and is not counted.
  with_pause_id integer references subscription_pause,
  started_by text not null check (started_by in ('staff', 'subscriber')),
  started_at timestamptz not null,
  planned_until timestamptz not null check (planned_until > started_at),
  -- Null: it lasts, or lasted, until it was planned to end.
  ended_at timestamptz check (ended_at <= planned_until),
  -- Where the paid time ended when it was moved the last time.
  paid_until timestamptz not null,
  taken_back_at timestamptz
);
create index subscription_pause_by_subscription on subscription_pause (subscription_id);
create index subscription_pause_by_account on subscription_pause (account_id, tariff_id, started_at);

-- Other programs hear of a pause with its end, and of one that ended early; one that ends as planned says nothing more.
create function note_pause_event() returns trigger language plpgsql as $$
begin
  if outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      select case when tg_op = 'INSERT' then 'subscription.paused' else 'subscription.resumed' end,
        account_id, now(),
        jsonb_build_object('account_id', account_id, 'abonement', abonement, 'tariff_id', new.tariff_id)
        || case when tg_op = 'INSERT'
          then jsonb_build_object('paused_until', floor(extract(epoch from new.planned_until))::bigint)
          else '{}' end
      from account where account_id = new.account_id and not is_test;
  end if;
  return null;
end $$;
create trigger pause_event_begun after insert on subscription_pause
  for each row execute function note_pause_event();
create trigger pause_event_ended after update of ended_at on subscription_pause
  for each row when (old.ended_at is null and new.ended_at is not null) execute function note_pause_event();
