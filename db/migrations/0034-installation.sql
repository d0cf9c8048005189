-- What all processes of an installation must agree on, wherever their data folders are.
create table installation (
  name text primary key,
  value text not null,
  changed_at timestamptz not null default now()
);

-- The prefixes of the national network, as they were written. One row, or none: then everybody is inside.
create table network_list (
  is_the_one boolean primary key default true check (is_the_one),
  text text not null check (octet_length(text) <= 33554432),
  sha256 text not null,
  -- Of what day the list is, and when its file was written.
  listed_at timestamptz not null,
  changed_at timestamptz not null
);
