-- Guides that are looked at before they are applied, and taken back afterwards (server/imports/guide-drafts,
-- server/television/guide); which words of guides are which genre (server/television/genres).

create table guide_draft (
  -- Of the same series as import_draft: one number means one import.
  id integer primary key,
  -- The name of the file, the address without its secrets, or the source.
  name text not null check (name <> ''),
  -- uploading: the file is not complete. open: it can be applied. applied, discarded: its file and programmes are deleted.
  state text not null check (state in ('uploading', 'open', 'applied', 'discarded')),
  size_bytes bigint not null check (size_bytes > 0),
  -- The source whose delivery was held back; null for a file or an address.
  source_id integer references guide_source on delete cascade,
  -- The zone of times that name none, and the minutes by which all times are moved.
  zone text not null default '+00:00',
  shift_min integer not null default 0 check (shift_min between -28800000 and 28800000),
  -- The guide's country, a code in lower case; '' for none.
  country text not null default '',
  -- How a JSON schedule is read; null: guessed, or it is none.
  mapping jsonb check (jsonb_typeof(mapping) = 'object'),
  -- The member of staff; null for the command line and for sources.
  staff_id integer,
  staff_name text not null default '',
  made_at timestamptz not null,
  -- Grows when a comparison begins and when it ends: what was chosen belongs to one.
  comparison integer not null default 0,
  -- What the whole file was refused for; '' when it was read.
  refused_whole text not null default '',
  -- Programmes that cannot be taken: where, what, why; the first of them.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  refused_count integer not null default 0,
  -- Channels of the guide, programmes of channels that are not ours, and those too long ago or too far ahead.
  channels integer not null default 0,
  foreign_programmes integer not null default 0,
  faraway integer not null default 0,
  faraway_at timestamptz,
  -- Channels that are alike but not surely the same, and are not taken.
  proposals jsonb not null default '[]' check (jsonb_typeof(proposals) = 'array'),
  -- Channels of ours that the source supplied before and that are not in it.
  missing integer[] not null default '{}',
  -- Some of its channels were applied, not all.
  is_partial boolean not null default false,
  -- What it became.
  change_id integer references change_set,
  ended_at timestamptz
);
create index guide_draft_state on guide_draft (state, id);
-- A source has one delivery that is held back.
create unique index guide_draft_source on guide_draft (source_id) where state = 'open' and source_id is not null;

-- How a JSON schedule of the source is read; null: guessed, or it is none.
alter table guide_source add column mapping jsonb check (jsonb_typeof(mapping) = 'object');

-- What applying it would change, channel by channel.
create table guide_draft_channel (
  draft_id integer not null references guide_draft on delete cascade,
  channel_id integer not null references channel on delete cascade,
  guide_id text not null,
  guide_name text not null default '',
  matched_by text not null check (matched_by in ('alias', 'id', 'name')),
  score real not null check (score between 0 and 1),
  added integer not null,
  changed integer not null,
  unchanged integer not null,
  removed integer not null,
  -- The time it covers.
  begin_at timestamptz not null,
  end_at timestamptz not null,
  gaps integer not null,
  gap_minutes integer not null,
  -- Of the coming programmes that it replaces, so many would be lost.
  ahead integer not null,
  lost integer not null,
  -- By so many hours the same programmes start later than they are stored.
  shifted_hours integer not null default 0,
  -- Why it deserves a look: loss, shifted, other, ends_soon, unsure.
  marks text[] not null default '{}',
  primary key (draft_id, channel_id)
);

-- Programmes of a draft, in order, without overlaps, each with an end. Written by server/television.
create table guide_edition_programme (
  edition_id integer not null references guide_draft on delete cascade,
  channel_id integer not null references channel on delete cascade,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  title_ru text not null,
  title_uz text not null,
  description_ru text not null,
  description_uz text not null,
  genre_code smallint,
  age_rating text not null,
  asset_id text,
  subtitle_ru text not null,
  subtitle_uz text not null,
  season smallint,
  episode integer,
  catchup_id text,
  categories text[] not null,
  primary key (edition_id, channel_id, begin_at)
);

-- The programmes that a set of changes changed as a whole guide: as JSON of this version's columns.
create table guide_change_programme (
  change_id integer not null references change_set on delete cascade,
  channel_id integer not null references channel on delete cascade,
  begin_at timestamptz not null,
  -- Null: there was none.
  before jsonb check (jsonb_typeof(before) = 'object'),
  -- Null: there is none.
  after jsonb check (jsonb_typeof(after) = 'object'),
  primary key (change_id, channel_id, begin_at)
);

-- Which time of which channel a delivery covered, for as long as changes can be taken back.
create table guide_publication (
  id integer generated always as identity primary key,
  channel_id integer not null references channel on delete cascade,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  -- The newest set of changes of that moment: sets up to this one are older.
  after_change integer not null,
  -- The set that this delivery is; null for a source that is read by itself.
  change_id integer references change_set on delete cascade,
  made_at timestamptz not null default now()
);
create index guide_publication_channel on guide_publication (channel_id, after_change);
create index guide_publication_change on guide_publication (change_id);

-- The categories of a programme as its guide words them, folded: when a word gets another genre, so do its programmes.
alter table programme add column categories text[] not null default '{}';

-- Which genre a word of the guides means.
create table guide_genre (
  id integer generated always as identity primary key,
  -- Folded: lower case, one space, ё as е.
  word text not null check (word <> '' and length(word) <= 100),
  -- True: the word is a part of a category. A whole category comes before parts.
  is_part boolean not null default false,
  -- A television genre; null: the word says nothing about the genre.
  genre_code smallint check (genre_code between 1 and 8 and genre_code <> 7),
  -- Of several parts the one with the lowest rank decides.
  rank integer not null default 0,
  -- '' at the command line and for those that came with Ekran.
  staff_name text not null default '',
  changed_at timestamptz not null default now(),
  unique (word, is_part)
);

insert into guide_genre (word, is_part, genre_code, rank)
select word, true, genre_code, row_number() over (order by seed.place, words.place)
from (values
  (1, 3, array['news', 'новост', 'политик', 'politic', 'bulletin', 'yangilik']),
  (2, 4, array['sport', 'спорт', 'футбол', 'football', 'soccer', 'хоккей']),
  (3, 5, array['child', 'kid', 'детск', 'мульт', 'cartoon', 'animat', 'bolalar']),
  (4, 6, array['music', 'музык', 'concert', 'концерт', 'musiqa']),
  (5, 8, array[
    'docu', 'докум', 'познав', 'educat', 'science', 'наук', 'natur', 'природ', 'histor', 'истор', 'culture', 'культур',
    'travel', 'путешеств'
  ]),
  (6, 2, array[
    'movie', 'film', 'фильм', 'кино', 'series', 'сериал', 'drama', 'драма', 'comedy', 'комеди', 'thriller', 'триллер'
  ])
) as seed (place, genre_code, words), unnest(seed.words) with ordinality as words (word, place);
