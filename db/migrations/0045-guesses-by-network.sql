-- Wrong guesses of a code are counted for each network, so that nobody elsewhere uses up the owner's. Written by
-- server/registration alone; goes with its code.
create table code_guess (
  code_id bigint not null references one_time_code on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 one.
  network text not null check (length(network) <= 64),
  tries smallint not null check (tries >= 0),
  primary key (code_id, network)
);

comment on column one_time_code.tries is 'Of networks other than the one that asked for it, together';
