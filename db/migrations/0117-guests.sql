-- Watching without an account: channels that are open to guests, and how many streams a network has at once.

alter table channel add column open_to_guests boolean not null default false;

-- Unlogged: after a crash of the database players request again. Networks are keyed hashes; no row outlives its ticket
-- by more than some minutes.
create unlogged table guest_stream (
  stream_id text primary key,
  networks text[] not null,
  item text not null,
  is_warm boolean not null,
  lease_until timestamptz not null,
  ticket_until timestamptz not null
);
create index guest_stream_networks on guest_stream using gin (networks);
create index guest_stream_ticket on guest_stream (ticket_until);
