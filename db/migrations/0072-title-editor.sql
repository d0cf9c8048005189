-- A title may be watched in several windows, each for a territory: everywhere, inside the national network, or outside
-- it. `available_from` and `available_until` are the first one, which imports write; the others are set by hand.
alter table title
  add column available_in text not null default 'everywhere' check (available_in in ('everywhere', 'inside', 'outside')),
  -- [{ "from": ISO 8601 or null, "until": ISO 8601 or null, "territory": as above }], in the order of time.
  add column more_windows jsonb not null default '[]' check (jsonb_typeof(more_windows) = 'array');
