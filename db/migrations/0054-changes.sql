-- Changes of content as numbered sets that can be taken back (server/changes), and channels that use them.

create table change_set (
  id integer generated always as identity primary key,
  -- edit: by hand. import: by a list. undo: takes another set back.
  kind text not null check (kind in ('edit', 'import', 'undo')),
  section text not null check (section <> ''),
  -- What was done, or the name of what was imported.
  title text not null,
  -- The member of staff; null for the command line.
  staff_id integer,
  staff_name text not null default '',
  created integer not null,
  changed integer not null,
  deleted integer not null,
  made_at timestamptz not null,
  undoes integer references change_set,
  undone_by integer references change_set
);
create index change_set_section on change_set (section, id);

-- One changed thing of a set, with the fields that differ.
create table change_entry (
  change_id integer not null references change_set on delete cascade,
  entity text not null check (entity <> ''),
  entity_id integer not null,
  -- Its name at that time.
  label text not null,
  -- Null: it did not exist.
  before jsonb check (jsonb_typeof(before) = 'object'),
  -- Null: it was deleted.
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- Rows of other tables that followed and return with an undo: ids by name.
  followed jsonb not null default '{}' check (jsonb_typeof(followed) = 'object'),
  primary key (change_id, entity, entity_id)
);
create index change_entry_entity on change_entry (entity, entity_id, change_id);

-- Fields of a channel that were edited by hand are locked: an import stores its value in `imported` and leaves the field.
alter table channel
  add column locked text[] not null default '{}',
  add column imported jsonb not null default '{}' check (jsonb_typeof(imported) = 'object'),
  -- Grows with every change by hand or by an import, so that an edit of an older one is noticed.
  add column version integer not null default 0,
  -- A deleted channel can be restored until it is purged; its number is free.
  add column deleted_at timestamptz,
  -- removed: by hand, and no import brings it back. merged: into another one. taken_back: with the import that brought it.
  add column deleted_as text check (deleted_as in ('removed', 'merged', 'taken_back')),
  add column merged_into integer references channel on delete set null,
  add check ((deleted_at is null) = (deleted_as is null)),
  drop constraint channel_number_key,
  add constraint channel_number exclude using btree (number with =) where (deleted_at is null)
    deferrable initially deferred;

update channel set
  imported = imported || jsonb_build_object('name_ru', name_ru, 'name_uz', name_uz),
  locked = locked || array['name_ru', 'name_uz'],
  name_ru = coalesce(own_name_ru, name_ru),
  name_uz = coalesce(own_name_uz, '')
  where own_name_ru is not null or own_name_uz is not null;
update channel set locked = locked || array['number'] where number_is_own;
alter table channel drop column own_name_ru, drop column own_name_uz, drop column number_is_own;
