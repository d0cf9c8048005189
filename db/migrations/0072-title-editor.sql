-- A title may be watched in several windows, each for a territory: everywhere, inside the national network, or outside
-- it. `available_from` and `available_until` are the first one, which imports write; the others are set by hand.
alter table title
  add column available_in text not null default 'everywhere' check (available_in in ('everywhere', 'inside', 'outside')),
  -- [{ "from": ISO 8601 or null, "until": ISO 8601 or null, "territory": as above }], in the order of time.
  add column more_windows jsonb not null default '[]' check (jsonb_typeof(more_windows) = 'array');

-- People are corrected by hand, and doubles of one person are merged: the credits of a double count as those of the
-- person that it was merged into, whatever an import writes of it later.
alter table person
  add column merged_into integer references person check (merged_into <> id),
  -- Names, texts or the photo were edited by hand: imports leave them.
  add column is_edited boolean not null default false,
  add column version integer not null default 0;
