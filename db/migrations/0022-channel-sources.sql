-- A channel's sources in the order they are wanted, and how it is recorded.

create table channel_source (
  channel_id integer not null references channel on delete cascade,
  -- The lowest is the preferred one; the others step in when it fails.
  place smallint not null check (place between 0 and 15),
  url text not null check (url <> ''),
  -- How the source is read: udp (RTP too), srt, rtmp, hls, http-ts, file-loop.
  protocol text not null check (protocol in ('udp', 'srt', 'rtmp', 'hls', 'http-ts', 'file-loop')),
  user_agent text,
  referer text,
  -- False: an import brought it and may take it away. True: it is the operator's own, and no import touches it.
  is_own boolean not null default false,
  primary key (channel_id, place)
);
insert into channel_source (channel_id, place, url, protocol, user_agent, referer)
  select id, 0, source_url, source_protocol, user_agent, referer from channel where source_kind = 'recorded';

-- The check of 0003 that a recorded channel has its one source goes with the columns.
alter table channel
  drop column source_url,
  drop column source_protocol,
  drop column user_agent,
  drop column referer,
  -- Parts of segments are published before the segment is whole.
  add column low_latency boolean not null default false,
  -- What is the operator's will about the recording: heights, hevc, watch, stillPictures (server/television/recording.ts).
  add column recording jsonb not null default '{}' check (jsonb_typeof(recording) = 'object');
