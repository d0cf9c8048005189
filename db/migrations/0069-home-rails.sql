-- The rails of the home page are ordered in the console. The first ones have the numbers of `originalRails`
-- (contract/site/home.ts), which is the page as it comes; others get theirs from `site_content_id`.

create table home_rail (
  rail_id integer primary key check (rail_id > 0),
  kind text not null check (kind in ('live', 'continue', 'favourite_channels', 'guest_offer', 'interesting',
    'new_films', 'collections', 'uzbek', 'kids', 'news', 'cinema', 'selections', 'collection', 'films',
    'channel_category', 'channels')),
  -- '' for the title of its kind.
  title_ru text not null default '',
  title_uz text not null default '',
  is_hidden boolean not null default false,
  shown_from timestamptz,
  shown_until timestamptz,
  platforms text[] not null default '{web,phone,television}'
    check (platforms <@ '{web,phone,television}' and platforms <> '{}'),
  languages text[] not null default '{ru,uz}' check (languages <@ '{ru,uz}' and languages <> '{}'),
  audience text not null default 'everybody' check (audience in ('everybody', 'guests', 'subscribers')),
  -- What a rail of films or channels of the editor's choice contains.
  content jsonb not null default '{}' check (jsonb_typeof(content) = 'object'),
  position integer not null,
  version integer not null default 1,
  check (shown_until > shown_from)
);
-- A television starts with television.
insert into home_rail (rail_id, kind, platforms, position) values
  (1, 'live', '{television}', 0),
  (2, 'continue', '{web,phone,television}', 1),
  (3, 'favourite_channels', '{web,phone,television}', 2),
  (4, 'live', '{web,phone}', 3),
  (5, 'guest_offer', '{web,phone,television}', 4),
  (6, 'interesting', '{web,phone,television}', 5),
  (7, 'new_films', '{web,phone,television}', 6),
  (8, 'collections', '{web,phone,television}', 7),
  (9, 'uzbek', '{web,phone,television}', 8),
  (10, 'kids', '{web,phone,television}', 9),
  (11, 'news', '{web,phone,television}', 10),
  (12, 'cinema', '{web,phone,television}', 11),
  (13, 'selections', '{web,phone,television}', 12);

-- Collections are made and changed by hand too. An import leaves one that was, and one that was deleted.
alter table collection
  add column is_hidden boolean not null default false,
  add column is_edited boolean not null default false,
  add column version integer not null default 0,
  add column deleted_at timestamptz;
