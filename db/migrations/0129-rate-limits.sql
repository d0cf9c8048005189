-- Attempts that are counted over all processes: of logins, passwords, codes that can be guessed. One row per limit and
-- key, from its first attempt until its time ends. Not logged: a crash of the database forgets what was counted, and a
-- login does not wait for the disk.
create unlogged table rate_limit (
  -- The name of the limit and what it counts by: an account and a network, an account, a network.
  key text primary key check (length(key) between 1 and 200),
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
) with (fillfactor = 70);

create index rate_limit_ends_at on rate_limit (ends_at);
