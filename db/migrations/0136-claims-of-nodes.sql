-- phase: expand
-- Media nodes that record on while the database is away, however many there are. Written by server/channel-leases alone.

-- A file of the media folder is its own: others ask it there to stop. Processes of earlier versions share one file.
alter table media_node add column has_claim boolean not null default false;
comment on column media_node.is_solo is 'Records on while the database is away, until it is asked to stop through the media folder.';
