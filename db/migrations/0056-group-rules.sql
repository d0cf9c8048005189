-- Which category a group of a list belongs to, as an operator has said once for all lists
-- (server/television/editing/group-rules.ts).
create table channel_group_rule (
  -- The group's name, folded: case and spaces do not count.
  group_name text primary key check (group_name <> ''),
  category_id integer not null references channel_category on delete cascade,
  staff_name text not null default '',
  made_at timestamptz not null
);

-- Groups of the list that belong to no category: name, number of channels.
alter table import_draft
  add column groups jsonb not null default '[]' check (jsonb_typeof(groups) = 'array');
