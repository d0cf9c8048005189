-- A title stands in one main category and may stand in others as well: an Uzbek film for children is in both lists.
alter table title add column more_categories integer[] not null default '{}';
