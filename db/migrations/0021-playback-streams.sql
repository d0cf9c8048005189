-- Streams at once (ACC-09): how many a tariff allows, what plays now, and the addresses for other players.

alter table tariff add column streams smallint not null default 2 check (streams between 1 and 20);

-- What plays now. Unlogged: it changes with every heartbeat, and after a crash of the database players ask again
-- for their addresses, which writes it anew. Written by server/streams alone.
create unlogged table playback_stream (
  -- Stands in every ticket of the stream. A first letter `s`: seen by what it fetches; else by heartbeats.
  stream_id text primary key check (stream_id ~ '^[\w-]{10,40}$'),
  account_id integer not null references account on delete cascade,
  -- Whose it is: the id of a session, or `x:` and the mark of another player.
  holder text not null check (length(holder) between 3 and 60),
  -- The place on that device where one picture follows another: the first stream's id.
  tab text not null,
  -- `live:<cid>`, `archive:<cid>:<begin, unix seconds>` or `film:<vid>:<vfid>`.
  item text not null check (length(item) <= 80),
  -- Null: an address was given to have it ready, and nothing was watched yet.
  started_at timestamptz,
  -- It counts until then; moved on by every sign of life.
  lease_until timestamptz not null,
  -- The end of its last ticket: until then a stop must be remembered where media is served.
  ticket_until timestamptz not null,
  stopped_at timestamptz,
  why text check (why in ('chosen', 'session', 'replaced', 'lapsed')),
  -- The holder that stopped it.
  stopped_by text,
  -- From then on its tickets open nothing.
  refused_from timestamptz,
  check ((stopped_at is null) = (why is null)),
  check ((stopped_at is null) = (refused_from is null))
) with (fillfactor = 60);
create index playback_stream_by_account on playback_stream (account_id);

-- The address under which other players find an account's channels. Written by server/export alone.
create table export_address (
  account_id integer primary key references account on delete cascade,
  -- SHA-256 of the secret in the address, 64 hex digits; the secret itself is stored nowhere.
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);
