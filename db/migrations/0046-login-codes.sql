-- Networks in which the owner of an account has shown a code: from there the right password opens the account also while
-- strangers guess at it from everywhere. Written by server/accounts alone; emptied every night.
create table trusted_network (
  account_id bigint not null references account on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 one.
  network text not null check (length(network) <= 64),
  trusted_until timestamptz not null,
  primary key (account_id, network)
);

alter table code_request drop constraint code_request_purpose_check,
  add constraint code_request_purpose_check check (purpose in ('register', 'reset', 'confirm_phone', 'login'));
alter table one_time_code drop constraint one_time_code_purpose_check,
  add constraint one_time_code_purpose_check check (purpose in ('register', 'reset', 'confirm_phone', 'login'));
