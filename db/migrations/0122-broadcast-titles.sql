-- Films and series of the guide that can be watched from the archive. Written by server/broadcast-titles alone, except the
-- kind of rail.

create table broadcast_title (
  broadcast_title_id integer generated always as identity primary key,
  -- Its kind, folded name and year (server/broadcast-titles/matching): broadcasts with the same key are one work.
  work_key text not null unique check (length(work_key) between 1 and 400),
  -- `any`: the guide says neither; only what the catalogue has is stored then.
  kind text not null check (kind in ('film', 'series', 'any')),
  name_ru text not null,
  name_uz text not null,
  -- Of production; 0 when the guide does not say it.
  year smallint not null check (year between 0 and 2200),
  -- The title of the catalogue that fits best, how well and why; null when none does.
  matched_title_id integer references title on delete set null,
  score smallint not null default 0 check (score between 0 and 100),
  reasons text[] not null default '{}',
  -- What the staff decided; it holds whatever the score is.
  decision text not null default 'none' check (decision in ('none', 'confirmed', 'attached', 'detached')),
  decided_title_id integer references title on delete set null,
  staff_name text not null default '',
  decided_at timestamptz,
  -- How many broadcasts the guide has, and when the last one ends.
  broadcasts integer not null,
  last_end_at timestamptz not null,
  -- Versions of pictures cut from a recording; null while there is none.
  poster text,
  backdrop text
);
create index broadcast_title_by_end on broadcast_title (last_end_at);
create index broadcast_title_by_match on broadcast_title (matched_title_id);
create index broadcast_title_by_decision on broadcast_title (decided_title_id);

-- A rail of the home page with what can be watched from the archive, after that of new films.
alter table home_rail
  drop constraint home_rail_kind_check,
  add constraint home_rail_kind_check check (kind in ('live', 'continue', 'favourite_channels', 'guest_offer',
    'interesting', 'new_films', 'collections', 'uzbek', 'kids', 'news', 'cinema', 'selections', 'collection', 'films',
    'channel_category', 'channels', 'broadcast_titles'));
with after as (
  select coalesce((select position from home_rail where rail_id = 7), (select max(position) from home_rail), 0) as place
), moved as (
  update home_rail set position = position + 1 where position > (select place from after)
)
insert into home_rail (rail_id, kind, position) select 14, 'broadcast_titles', place + 1 from after;
