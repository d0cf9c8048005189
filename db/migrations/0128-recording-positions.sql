-- Where each profile stopped in a recording, seconds from the beginning by the profile's number: a recording is the
-- account's, and two people watch it. Where one stopped so far belongs to the profile that keeps the recording.
alter table recording add column positions jsonb not null default '{}' check (jsonb_typeof(positions) = 'object');
update recording set positions = jsonb_build_object(profile_no::text, position_sec) where position_sec > 0;
alter table recording drop column position_sec;
