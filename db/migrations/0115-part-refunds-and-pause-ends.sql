-- A part of a payment by card: the gateway's protocol refunds the whole alone, so finance pays a part back outside
-- Ekran. Written by server/cards alone, like the rest of the table.
alter table card_refund
  -- Null: the whole payment, through the gateway. Of a part `taken` is to be paid back, `given_back` was, and `refused`
  -- was given up: the money is on the balance again.
  add column part_tiyin bigint check (part_tiyin > 0),
  -- How the payer got a part.
  add column way text check (way in ('cabinet', 'transfer')),
  add column document text not null default '' check (length(document) <= 100),
  add column ended_by_name text not null default '',
  add constraint card_refund_way check ((part_tiyin is not null and state = 'given_back') = (way is not null));
-- What the gateway is still to be asked about, and what is to be paid back by hand.
drop index card_refund_open;
create index card_refund_open on card_refund (updated_at) where state = 'taken' and part_tiyin is null;
create index card_refund_to_do on card_refund (created_at) where state = 'taken' and part_tiyin is not null;

create or replace function card_refund_keeps_its_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'taken'
     or (old.created_at, old.order_id, old.part_tiyin) is distinct from (new.created_at, new.order_id, new.part_tiyin) then
    raise exception 'the refund of order % is kept: % is refused', old.order_id, tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A pause that ended as planned is noted once, by the minute job of server/billing; other programs hear of it then.
alter table subscription_pause
  add column end_noted_at timestamptz;
-- Those that ended before are no news.
update subscription_pause set end_noted_at = planned_until where planned_until <= now();
create index subscription_pause_end_due on subscription_pause (planned_until)
  where ended_at is null and end_noted_at is null and taken_back_at is null;

create or replace function note_pause_event() returns trigger language plpgsql as $$
declare
  is_planned constant boolean not null := tg_op = 'UPDATE' and new.ended_at is null;
begin
  -- The tariff was ended, or paused again, meanwhile: it did not go on.
  if is_planned and not exists (
    select from subscription as own
    where own.subscription_id = new.subscription_id and own.state <> 'off' and own.paused_until = new.planned_until
  ) then
    return null;
  end if;
  if outside_events_wanted() then
    insert into outside_event (type, account_id, happened_at, data)
      select case when tg_op = 'INSERT' then 'subscription.paused' else 'subscription.resumed' end,
        account_id, case when is_planned then new.planned_until else now() end,
        jsonb_build_object('account_id', account_id, 'abonement', abonement, 'tariff_id', new.tariff_id)
        || case when tg_op = 'INSERT'
          then jsonb_build_object('paused_until', floor(extract(epoch from new.planned_until))::bigint)
          else '{}' end
      from account where account_id = new.account_id and not is_test;
  end if;
  return null;
end $$;
create trigger pause_event_ended_as_planned after update of end_noted_at on subscription_pause
  for each row when (old.end_noted_at is null and new.end_noted_at is not null and new.ended_at is null)
  execute function note_pause_event();
