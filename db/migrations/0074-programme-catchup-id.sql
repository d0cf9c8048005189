-- A programme's id at the provider of its channel, from XMLTV (`catchup-id`): some providers' archives need it.
alter table programme add column catchup_id text check (length(catchup_id) between 1 and 2000);
