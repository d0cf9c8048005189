-- Films and series are corrected by hand (server/catalogue/editing). A field that was edited by hand is locked: an
-- import stores its value in `imported` and leaves the field.
alter table title
  add column locked text[] not null default '{}',
  add column imported jsonb not null default '{}' check (jsonb_typeof(imported) = 'object'),
  -- Grows with every change by hand or by an import, so that an edit of an older one is noticed.
  add column version integer not null default 0,
  -- A deleted title can be restored with the undo of its deletion; no import brings it back.
  add column deleted_at timestamptz;
