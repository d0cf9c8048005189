-- The queue of films as people steer it: another order, pauses, films taken out of it.
alter table packaging
  -- Its worker is stopped, and nobody begins it until somebody continues it.
  add column paused_at timestamptz,
  -- The higher, the earlier; equal ones in the order in which they were ordered.
  add column rank integer not null default 0 check (rank between 0 and 400000),
  -- What `reason` says, for a translation with its remedy; '' for nothing that needs one.
  add column reason_kind text not null default '',
  -- The folder that was imported: a film that was withdrawn is imported from it again.
  add column folder text;
alter table packaging drop constraint packaging_state_check;
-- `removed`: somebody took it out of the queue; what was packaged stays.
alter table packaging add constraint packaging_state_check
  check (state in ('waiting', 'running', 'ready', 'refused', 'removed'));

-- Whether the whole queue is paused. One row.
create table packaging_queue (
  queue_id integer primary key default 1 check (queue_id = 1),
  paused_at timestamptz,
  -- '' for the command line.
  paused_by text not null default ''
);
insert into packaging_queue default values;

-- Films that are uploaded from a browser, or were within the last day. The bytes are in a hidden folder of `folder`; how
-- many have arrived is the size of that file.
create table film_upload (
  upload_id text primary key check (upload_id ~ '^[A-Za-z0-9_-]{22}$'),
  staff_id integer not null,
  staff_name text not null,
  -- The name it gets in the folder.
  name text not null check (name <> ''),
  size_bytes double precision not null check (size_bytes > 0),
  -- What the browser says of the file (name, size, last change): the same file chosen again continues the upload.
  fingerprint text not null,
  folder text not null,
  -- `finishing`: it is complete, and is checked and imported.
  state text not null default 'open' check (state in ('open', 'finishing', 'done', 'refused')),
  -- Why it was refused, in English.
  reason text not null default '',
  -- What was imported of it.
  asset_ids text[] not null default '{}',
  made_at timestamptz not null,
  touched_at timestamptz not null
);
create index film_upload_staff on film_upload (staff_id, made_at);
