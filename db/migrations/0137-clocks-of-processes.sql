-- phase: expand
-- small tables: alarm_rule
-- By how much the clock of a process's machine is ahead of the database's. Written by server/operations alone.

-- Null until it was measured, and for processes of earlier versions.
alter table node add column clock_ahead_ms bigint;

-- Who is told of a full disk is told of a wrong clock.
update alarm_rule set kinds = kinds || array['clock_off']
where 'disk_full' = any(kinds) and not 'clock_off' = any(kinds);
