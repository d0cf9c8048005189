-- Pages of text that an operator has written in the place of ours. Written by server/notices alone.

create table information_page (
  slug text primary key check (slug ~ '^[a-z]{1,40}$'),
  -- A page in each language: { title, lead, sections }, checked before it is written.
  ru jsonb not null,
  uz jsonb not null,
  changed_at timestamptz not null
);
