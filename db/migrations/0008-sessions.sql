-- Devices that can be told apart, and tokens that are replaced while they are used. Written by server/accounts alone.

alter table device
  -- What its owner calls it; empty: a name is made of kind and model.
  add column name text not null default '' check (length(name) <= 60),
  add column kind text not null default 'other' check (kind in ('tv', 'phone', 'tablet', 'computer', 'other')),
  -- Where it was last seen: an address as text, so that its owner can recognise a stranger.
  add column last_address text not null default '' check (length(last_address) <= 64);

alter table session
  -- True when the login came with the device's header: every later call must bring the same.
  add column is_bound boolean not null default false,
  add column rotated_at timestamptz,
  -- A token that was handed out and not used yet: until it is, the old one stays good, for the answer may be lost.
  add column next_token_hash text unique check (next_token_hash ~ '^[0-9a-f]{64}$'),
  -- The token before this one: good for the calls that were on their way, and after that the sign of a thief.
  add column former_token_hash text unique check (former_token_hash ~ '^[0-9a-f]{64}$'),
  add column former_until timestamptz;

alter table account add column password_changed_at timestamptz;
