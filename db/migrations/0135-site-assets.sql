-- phase: expand
-- Files of the built site and console, by which a process of one release answers a page of another
-- (server/platform/http/site/shared-assets.ts).

create table site_asset (
  -- The address; its name contains the hash of the content.
  path text primary key check (length(path) <= 200),
  -- Compressed with brotli when `is_packed`.
  bytes bytea not null check (octet_length(bytes) <= 8388608),
  is_packed boolean not null,
  -- When a process had it in its build last.
  seen_at timestamptz not null
);
-- They are compressed already.
alter table site_asset alter column bytes set storage external;
create index site_asset_by_seen on site_asset (seen_at);
