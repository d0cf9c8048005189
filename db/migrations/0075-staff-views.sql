-- Views of the console that a member of staff saved: a screen with its filters, under a name.
create table staff_view (
  view_id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  name text not null,
  -- The address inside the console, with its filters.
  address text not null,
  created_at timestamptz not null,
  unique (staff_id, name)
);
