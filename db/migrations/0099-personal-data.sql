-- What is stored of a person may be erased; what the law demands stays without name and phone.

alter table account
  add column erased_at timestamptz,
  add constraint account_stays_erased
    check (erased_at is null or (phone is null and name = '' and state = 'deactivated'));

-- Whether two versions of a row differ in nothing but these columns, and these are emptied.
create function only_erases(former jsonb, later jsonb, variadic columns text[]) returns boolean
  language sql immutable parallel safe
  return former - columns = later - columns
    and not exists (select from unnest(columns) as name (word)
      where coalesce(later -> word, 'null') not in ('null', '""', '"—"', '{}'));

-- Events stay, each with its hash; what names a person in them may be emptied. `checkChain` accepts such a row only with
-- the event that says so, which is a part of the chain.
create function security_event_only_erased() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.account_id is not null
     and only_erases(to_jsonb(old), to_jsonb(new), 'address', 'device', 'facts', 'before', 'after') then
    return new;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger security_event_stays on security_event;
create trigger security_event_stays before update or delete on security_event
  for each row execute function security_event_only_erased();

-- Free text of the staff beside money: the entry stays, its words may go.
create function ledger_act_only_erased() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
drop trigger ledger_act_append_only on ledger_act;
create trigger ledger_act_append_only before update or delete on ledger_act
  for each row execute function ledger_act_only_erased();
create trigger ledger_act_is_not_emptied before truncate on ledger_act
  for each statement execute function ledger_is_append_only();

create or replace function provider_refund_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'to_do'
     or (old.provider_tx_id, old.amount_tiyin, old.created_at, old.reason)
        is distinct from (new.provider_tx_id, new.amount_tiyin, new.created_at, new.reason) then
    raise exception 'the refund of payment % is final: % is refused', old.provider_tx_id, tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function card_refund_keeps_its_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), 'reason') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'taken' or old.created_at <> new.created_at or old.order_id <> new.order_id then
    raise exception 'the refund of order % is kept: % is refused', old.order_id, tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
