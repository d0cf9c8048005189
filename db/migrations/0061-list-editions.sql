-- Where the file of a draft comes from: a digest of its address; '' for an uploaded file, which its name tells.
alter table import_draft add column origin text not null default '';
drop index import_draft_name;
create index import_draft_origin on import_draft (origin, name, id) where state = 'applied';

-- Why the last edition of a list was refused as a whole; '' when it was not. A draft that waits stays.
alter table list_source add column refusal text not null default '';
