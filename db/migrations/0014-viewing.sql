-- What a viewer does with titles and channels. Written by server/viewing alone.

-- Where somebody has come to in one file: one row an account and file, newest wins. It is written every few seconds
-- of everybody's watching, so nothing but the key is indexed and a page keeps room for the next version of its rows.
create table watching (
  account_id integer not null references account on delete cascade,
  title_id integer not null references title on delete cascade,
  file_id integer not null references video_file on delete cascade,
  position_sec integer not null check (position_sec > 0),
  is_finished boolean not null,
  -- Taken from the list to go on with. Watching it again takes the mark away; the history does not look at it.
  is_hidden boolean not null default false,
  watched_at timestamptz not null,
  -- The title stands before the file, so that the files of one title lie together.
  primary key (account_id, title_id, file_id)
) with (fillfactor = 70);

create table favourite_title (
  account_id integer not null references account on delete cascade,
  title_id integer not null references title on delete cascade,
  added_at timestamptz not null,
  primary key (account_id, title_id)
);

create table favourite_channel (
  account_id integer not null references account on delete cascade,
  channel_id integer not null references channel on delete cascade,
  added_at timestamptz not null,
  primary key (account_id, channel_id)
);

create table title_rating (
  account_id integer not null references account on delete cascade,
  title_id integer not null references title on delete cascade,
  rating smallint not null check (rating between 1 and 10),
  rated_at timestamptz not null,
  primary key (account_id, title_id)
);
-- The average of a title is read from this index alone.
create index title_rating_by_title on title_rating (title_id) include (rating);
