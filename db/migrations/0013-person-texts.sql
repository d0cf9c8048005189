-- What is said of a person on a page of their own.
alter table person
  add column about_ru text not null default '',
  add column about_uz text not null default '';
