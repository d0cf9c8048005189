-- What a list says of a past that a channel's server keeps: kind, source, days, correctionHours.
alter table channel add column catchup jsonb check (jsonb_typeof(catchup) = 'object');
