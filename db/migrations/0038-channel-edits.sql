-- What the operator says of a channel, which no import takes back, and other keys under which imports mean it.
alter table channel
  add column own_name_ru text,
  add column own_name_uz text,
  add column number_is_own boolean not null default false,
  -- Neither shown nor recorded, and still known to imports.
  add column is_hidden boolean not null default false;

-- A newer edition of a list calls the same channel otherwise; a channel that was merged into another was called so.
create table channel_other_key (
  key text primary key check (key <> ''),
  channel_id integer not null references channel on delete cascade
);
create index channel_other_key_channel on channel_other_key (channel_id);
