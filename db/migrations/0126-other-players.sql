-- Whether what a tariff opens plays in other players, by the subscriber's own address.
alter table tariff
  add column other_players boolean not null default true;
