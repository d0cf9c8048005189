-- Recordings are the account's, within the hours of its tariffs; each says which profile keeps it. What there is belongs to
-- the first profile, as everything else from before there were profiles.
alter table recording add column profile_no smallint not null default 0;
update recording set profile_no = followed_programme.profile_no from followed_programme
  where followed_programme.followed_programme_id = recording.followed_programme_id and followed_programme.profile_no <> 0;
