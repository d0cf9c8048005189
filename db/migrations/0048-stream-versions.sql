-- Which decision on an account's streams was the last: a decision is written only if no other was written since what
-- it was made on was read. So deciding takes no lock and no transaction of several statements.
-- Unlogged like the streams themselves. Written by server/streams alone.
create unlogged table stream_version (
  account_id integer primary key references account on delete cascade,
  -- The id of the transaction that wrote it: no two are alike, also after a crash has emptied the table.
  version bigint not null
) with (fillfactor = 60);
