-- Which episode of what a programme is, and what it is called by itself.
alter table programme
  add column subtitle_ru text not null default '',
  add column subtitle_uz text not null default '',
  add column season smallint check (season between 0 and 9999),
  add column episode integer check (episode between 0 and 99999);
