-- How outside services are reached, where the environment does not say it: one row for each service. `fields` are plain
-- values, `secrets` are sealed with the installation's key, each for its own service and field.
create table outside_service (
  service text primary key check (service ~ '^[a-z_]{1,40}$'),
  -- One more with each change; a removed service keeps its row, so that an older page cannot overwrite a newer change.
  version integer not null check (version > 0),
  is_set boolean not null,
  fields jsonb not null default '{}',
  secrets jsonb not null default '{}',
  changed_by text not null check (length(changed_by) <= 200),
  changed_at timestamptz not null
);

-- The Bot API (scheme, host and port) that a bot's token was entered for: it is sent to no other one.
alter table alarm_target add column secret_origin text not null default 'https://api.telegram.org';
