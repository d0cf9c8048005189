-- Packaged apps: which versions may be used, what is switched for which models, and what went wrong on them.
-- Written by server/releases alone.

create table app_release (
  platform text primary key check (platform in ('browser', 'webos', 'tizen', 'android', 'androidtv', 'ios')),
  -- Below it the app asks for an update and does nothing else; '' for none.
  minimum_version text not null default '',
  -- Below it the app suggests an update; '' for none.
  recommended_version text not null default '',
  -- Where the app is installed from; '' while there is no such place.
  store_url text not null default '' check (store_url = '' or store_url like 'https://%'),
  -- What one should know before installing, shown on the platform's page; '' for nothing.
  note_ru text not null default '',
  note_uz text not null default '',
  changed_at timestamptz not null
);

create table app_switch (
  switch_id integer generated always as identity primary key,
  platform text not null check (platform in ('browser', 'webos', 'tizen', 'android', 'androidtv', 'ios')),
  -- A model with * for any characters; '' for every model.
  model text not null default '',
  -- From and to these versions, both included; '' for no bound.
  firmware_from text not null default '',
  firmware_to text not null default '',
  version_from text not null default '',
  version_to text not null default '',
  -- null: says nothing of it.
  engine text check (engine in ('default', 'mse', 'avplay', 'native')),
  low_latency boolean,
  previews boolean,
  max_height integer check (max_height between 144 and 4320),
  -- Why, in the operator's words.
  reason text not null default '',
  created_at timestamptz not null,
  check (num_nonnulls(engine, low_latency, previews, max_height) > 0)
);

-- Counts of what went wrong; nothing in them says on whose device.
create table app_report (
  -- A day of Tashkent, as 2026-11-24.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  platform text not null check (platform in ('browser', 'webos', 'tizen', 'android', 'androidtv', 'ios')),
  version text not null,
  model text not null,
  firmware text not null,
  kind text not null check (kind in ('crash', 'stall', 'start_failed')),
  reports integer not null check (reports > 0),
  -- The newest few, the newest first: [{ "at": …, "message": …, "page": … }].
  messages jsonb not null default '[]',
  reported_at timestamptz not null,
  primary key (day, platform, version, model, firmware, kind)
);
