-- What the service is called and looks like, set in the console; '' for the built-in value or the one of the
-- environment. One row.

create table service_settings (
  service_id integer primary key default 1 check (service_id = 1),
  name_ru text not null default '',
  name_uz text not null default '',
  logo text not null default '',
  accent text not null default '' check (accent ~ '^(#[0-9a-f]{6})?$'),
  action_colour text not null default '' check (action_colour ~ '^(#[0-9a-f]{6})?$'),
  support_phone text not null default '',
  default_language text not null default '' check (default_language in ('', 'ru', 'uz')),
  version integer not null default 1
);
insert into service_settings default values;
