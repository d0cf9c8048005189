-- How long profiles with minutes a day have watched. Written by server/profile-limits alone.

-- A row for each session and day; former days are forgotten by the next report of their profile.
create table profile_watching (
  account_id integer not null references account on delete cascade,
  profile_no smallint not null,
  -- In Tashkent.
  day date not null,
  session_id text not null,
  watched_ms integer not null default 0,
  -- The last report: no report counts more time than has passed since.
  last_at timestamptz not null,
  primary key (account_id, profile_no, day, session_id)
);
