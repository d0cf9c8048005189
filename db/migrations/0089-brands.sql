-- More of what the service is called and looks like, and services of other names on the same installation: each has its
-- host names. The one without any (number 1) is for every other host.

alter table service_settings
  drop constraint service_settings_service_id_check,
  add column hosts text[] not null default '{}',
  add column short_name text not null default '',
  add column icon text not null default '',
  add column support_email text not null default '',
  add column support_telegram text not null default '',
  add column hours_ru text not null default '',
  add column hours_uz text not null default '',
  add column company text not null default '',
  add column address_ru text not null default '',
  add column address_uz text not null default '',
  add constraint service_settings_hosts_check check ((service_id = 1) = (cardinality(hosts) = 0));
alter table service_settings alter column service_id drop default;
