-- Planned works and outages, as viewers read them on the page of the service's state.

create table service_notice (
  notice_id integer primary key,
  kind text not null check (kind in ('works', 'outage')),
  title_ru text not null,
  title_uz text not null,
  text_ru text not null default '',
  text_uz text not null default '',
  begins_at timestamptz not null,
  -- Null for an outage whose end nobody knows yet.
  ends_at timestamptz,
  -- Grows with every change, so that the later of two editors is told of the other's.
  version integer not null default 1,
  check (ends_at > begins_at)
);
