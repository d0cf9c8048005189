-- Episodes that were put elsewhere, edited or hidden by hand. Written by server/catalogue.

alter table episode
  add column is_hidden boolean not null default false,
  -- Texts that were edited by hand; imports leave them.
  add column locked text[] not null default '{}',
  -- What the last import said of them.
  add column imported jsonb not null default '{}',
  -- The place that its file says, by which imports find it; null: where it is.
  add column source_title integer references title on delete set null,
  add column source_season smallint,
  add column source_number smallint;
create unique index episode_source on episode (source_title, source_season, source_number);
