-- Channels of a tariff by rule, and batches of promo codes. Written by server/billing alone.

-- What rules look at; null: nobody said.
alter table channel
  add column languages text[] check (languages <@ '{ru,uz,en,kk,ky,tg,tr,other}' and languages <> '{}'),
  add column quality text check (quality in ('sd', 'hd', 'uhd'));

-- A list of {"except": boolean, "categories": [ids], "languages": [codes], "qualities": [words]}. A channel fits a rule
-- when it fits each list that is not empty. Empty: the channels are chosen by hand alone.
alter table tariff add column channel_rules jsonb not null default '[]' check (jsonb_typeof(channel_rules) = 'array');
-- True: a rule put it there. False: it was added by hand.
alter table tariff_channel add column by_rule boolean not null default false;
-- What rules would open and somebody excluded by hand.
create table tariff_channel_excluded (
  tariff_id integer not null references tariff on delete cascade,
  cid integer not null references channel on delete cascade,
  primary key (tariff_id, cid)
);

create function channel_fits_rule(one channel, rule jsonb) returns boolean language sql stable as $$
  select (rule -> 'categories' = '[]' or exists (
      select from jsonb_array_elements_text(rule -> 'categories') as category
      where category::integer = one.category_id or category::integer = any(one.additional_categories)))
    and (rule -> 'languages' = '[]' or exists (
      select from jsonb_array_elements_text(rule -> 'languages') as code where code = any(one.languages)))
    and (rule -> 'qualities' = '[]' or coalesce(rule -> 'qualities' ? one.quality, false))
$$;

-- The channels that rules open, of those with these ids (null: of all). Exceptions alone: all but them.
create function channels_of_rules(rules jsonb, cids integer[]) returns setof integer language sql stable as $$
  select one.id from channel as one
  where rules <> '[]' and one.deleted_at is null and (cids is null or one.id = any(cids))
    and (not jsonb_path_exists(rules, '$[*] ? (@.except == false)') or exists (
      select from jsonb_array_elements(rules) as rule
      where rule -> 'except' = 'false' and channel_fits_rule(one, rule)))
    and not exists (
      select from jsonb_array_elements(rules) as rule
      where rule -> 'except' = 'true' and channel_fits_rule(one, rule))
$$;

-- Puts what rules open into tariff_channel, for these tariffs and channels (null: all). Returns whether that changed it.
create function apply_tariff_rules(tariffs integer[], cids integer[]) returns boolean language plpgsql as $$
declare
  touched bigint;
  total bigint := 0;
begin
  delete from tariff_channel as pair using tariff
  where pair.by_rule and tariff.tariff_id = pair.tariff_id
    and (tariffs is null or pair.tariff_id = any(tariffs)) and (cids is null or pair.cid = any(cids))
    and (pair.cid not in (select channels_of_rules(tariff.channel_rules, cids))
      or exists (select from tariff_channel_excluded as out where out.tariff_id = pair.tariff_id and out.cid = pair.cid));
  get diagnostics touched = row_count;
  total := total + touched;
  insert into tariff_channel (tariff_id, cid, by_rule)
  select tariff.tariff_id, one, true from tariff cross join channels_of_rules(tariff.channel_rules, cids) as one
  where (tariffs is null or tariff.tariff_id = any(tariffs)) and tariff.channel_rules <> '[]'
    and not exists (select from tariff_channel_excluded as out where out.tariff_id = tariff.tariff_id and out.cid = one)
  on conflict do nothing;
  get diagnostics touched = row_count;
  return total + touched > 0;
end $$;

-- An edit of rules takes this lock alone, changes of channels share it: neither misses the other.
create function follow_tariff_rules(cids integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('tariff_rules'));
  if exists (select from tariff where channel_rules <> '[]') and apply_tariff_rules(null, cids) then
    perform pg_notify('tariffs_changed', '');
  end if;
end $$;

create function channel_added_for_rules() returns trigger language plpgsql as $$
begin
  perform follow_tariff_rules(array(select id from after_rows));
  return null;
end $$;
create trigger channel_added_for_rules after insert on channel
  referencing new table as after_rows for each statement execute function channel_added_for_rules();

create function channel_changed_for_rules() returns trigger language plpgsql as $$
declare
  cids integer[] := array(
    select is_now.id from after_rows as is_now join before_rows as was using (id)
    where (is_now.category_id, is_now.additional_categories, is_now.languages, is_now.quality, is_now.deleted_at is null)
      is distinct from (was.category_id, was.additional_categories, was.languages, was.quality, was.deleted_at is null));
begin
  if cardinality(cids) > 0 then
    perform follow_tariff_rules(cids);
  end if;
  return null;
end $$;
create trigger channel_changed_for_rules after update on channel
  referencing old table as before_rows new table as after_rows
  for each statement execute function channel_changed_for_rules();

-- Codes that are made together: one budget, one partner, one period. What a code gives is in its own row.
create table promotion_batch (
  batch_id integer generated always as identity primary key,
  name_ru text not null check (name_ru <> ''),
  name_uz text not null check (name_uz <> ''),
  -- For whom or by whom they are; '' for the operator's own.
  partner text not null default '' check (length(partner) <= 100),
  codes integer not null default 0 check (codes between 0 and 100000),
  -- What each code gives, as in promotion.
  gift_tiyin bigint not null default 0 check (gift_tiyin between 0 and 100000000000),
  tariff_id integer references tariff,
  period_days integer check (period_days between 1 and 366),
  price_tiyin bigint check (price_tiyin >= 0),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- Limits of the whole batch; null: none.
  max_uses integer check (max_uses > 0),
  budget_tiyin bigint check (budget_tiyin > 0),
  -- How many codes of the batch one person can use.
  per_account integer not null default 1 check (per_account between 1 and 1000),
  used integer not null default 0 check (used >= 0),
  spent_tiyin bigint not null default 0 check (spent_tiyin >= 0),
  -- Null: codes are still coming, and none can be used.
  opened_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null,
  -- '' for the command line.
  created_by text not null default '',
  -- The client's own name of the request that generated it; null without one.
  request_key text unique,
  check (valid_from < valid_to),
  check ((tariff_id is null) = (period_days is null) and (tariff_id is null) = (price_tiyin is null)),
  check (gift_tiyin > 0 or tariff_id is not null),
  check (max_uses is null or used <= max_uses),
  check (budget_tiyin is null or spent_tiyin <= budget_tiyin)
);
alter table promotion add column batch_id integer references promotion_batch;
create index promotion_of_batch on promotion (batch_id) where batch_id is not null;
create index promotion_use_by_promotion on promotion_use (promotion_id, used_at);
