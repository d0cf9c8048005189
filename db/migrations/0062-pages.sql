-- Pages of text are edited in the console, and staff adds pages of its own under /info/. A page has a number, by which
-- sets of changes name it: the pages that come with the product have fixed ones (server/site/information), those of the
-- staff come from the sequence of content.

alter table information_page
  add column page_id integer,
  add column version integer not null default 1,
  drop constraint information_page_slug_check,
  add check (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$');
update information_page set page_id = case slug
  when 'about' then 1 when 'answers' then 2 when 'android' then 3 when 'job' then 4
  when 'lg' then 5 when 'pay' then 6 when 'samsung' then 7 else nextval('site_content_id') end;
alter table information_page alter column page_id set not null, add unique (page_id);
