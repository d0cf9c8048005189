-- What was learnt from everybody's watching: which titles go with which. Written by server/recommendations alone, as a
-- whole, by its training; it can be learnt again from `watching` at any time.
create table title_taste (
  title_id integer primary key references title on delete cascade,
  -- How many accounts have watched it, and how many of them within the last two weeks.
  watchers integer not null check (watchers >= 0),
  recent_watchers integer not null check (recent_watchers >= 0),
  -- The nearest first; a title that is gone meanwhile may still be named here.
  near_ids integer[] not null,
  near_weights real[] not null,
  check (cardinality(near_ids) = cardinality(near_weights))
);
