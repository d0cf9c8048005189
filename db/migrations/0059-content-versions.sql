-- Banners and news are edited in the console: the later of two editors is told of the other's change. Ids of what is
-- created there come from one sequence, above those of operators' files, and no id is ever used again: browsers
-- remember which banners were closed.

alter table banner add column version integer not null default 1;
alter table news_item add column version integer not null default 1;
create sequence site_content_id start with 1000001 maxvalue 2147483647;
