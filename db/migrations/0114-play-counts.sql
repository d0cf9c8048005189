-- Players' reports come from outside: their sums may exceed an integer, and must not stop the sums of a day.

alter table play_quality
  alter column plays type bigint,
  alter column abandoned type bigint,
  alter column stalls type bigint,
  alter column switches type bigint,
  alter column starts type bigint[];
alter table play_failure
  alter column failures type bigint;
alter table play_network
  alter column plays type bigint,
  alter column abandoned type bigint,
  alter column failures type bigint,
  alter column stalls type bigint,
  alter column starts type bigint[];
alter table report_quality_day
  alter column plays type bigint,
  alter column abandoned type bigint,
  alter column failures type bigint,
  alter column stalls type bigint,
  alter column starts type bigint[];
alter table report_network_day
  alter column plays type bigint,
  alter column abandoned type bigint,
  alter column failures type bigint,
  alter column stalls type bigint,
  alter column starts type bigint[];
