-- Recordings that viewers keep beyond the archive. Written by server/recordings, except the columns of other modules'
-- tables below. No media is stored for one: the archive retains the window of its programme.

create table recording (
  recording_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  channel_id integer not null references channel on delete cascade,
  -- The programme as the guide has it; null where the guide lost it before it was on the air.
  programme_id integer,
  -- The times of the guide; what is retained begins a little earlier and ends a little later.
  begin_at timestamptz not null,
  end_at timestamptz not null,
  title_ru text not null,
  title_uz text not null,
  subtitle_ru text not null default '',
  subtitle_uz text not null default '',
  season integer,
  episode integer,
  description_ru text not null default '',
  description_uz text not null default '',
  age_rating text not null default '',
  -- `gone`: the guide has it no more, and it was not on the air. `declined`: it came by itself, and the viewer deleted it.
  state text not null check (state in ('kept', 'gone', 'declined')),
  -- How much of the programme was recorded, milliseconds; null until it has ended and was measured.
  recorded_ms integer check (recorded_ms >= 0),
  -- Where the viewer stopped, seconds from the beginning.
  position_sec integer not null default 0 check (position_sec >= 0),
  -- The show for which it came by itself; null: made by hand.
  followed_programme_id integer references followed_programme on delete set null,
  created_at timestamptz not null,
  -- Deleted by the viewer, who can take it back for some minutes.
  deleted_at timestamptz,
  -- When the viewer was told that it expires.
  expiry_notified_at timestamptz,
  check (end_at > begin_at),
  check (state <> 'gone' or programme_id is null),
  -- Two programmes of a channel may exchange their places in one statement.
  unique (account_id, channel_id, programme_id) deferrable initially immediate
);
create index recording_by_channel on recording (channel_id, end_at);
create index recording_ended on recording (end_at);
create index recording_unmeasured on recording (end_at) where recorded_ms is null;
create index recording_deleted on recording (deleted_at) where deleted_at is not null;
create index recording_of_show on recording (followed_programme_id) where followed_programme_id is not null;

alter table followed_programme
  -- Whether every new broadcast is recorded by itself.
  add column records boolean not null default false;
create index followed_programme_recording on followed_programme (followed_programme_id) where records;

alter table tariff
  -- Hours of recordings; 0: none.
  add column recording_hours integer not null default 0 check (recording_hours between 0 and 10000);
