-- What rights holders forbid to show for some time, to some viewers: a channel, its hours, a programme or a title.

create table blackout (
  blackout_id integer primary key,
  target text not null check (target in ('channel', 'hours', 'programme', 'title')),
  -- The name of what it is about, as it was when this was entered.
  label text not null,
  channel_id integer,
  title_id integer,
  -- The programme as the guide published it last: it is what moves with the guide.
  programme jsonb check (jsonb_typeof(programme) = 'object'),
  begins_at timestamptz not null,
  -- Null while nobody knows the end, and of a programme while it ends with the programme.
  ends_at timestamptz,
  territories text[] not null default '{inside,outside}'
    check (territories <@ '{inside,outside}' and territories <> '{}'),
  devices text[] not null default '{tv,phone,web}' check (devices <@ '{tv,phone,web}' and devices <> '{}'),
  holds text[] not null default '{live,archive,download}'
    check (holds <@ '{live,archive,download}' and holds <> '{}'),
  -- '' for the usual words.
  words_ru text not null default '',
  words_uz text not null default '',
  note text not null default '',
  -- Grows with every change, so that the later of two editors is told of the other's.
  version integer not null default 1,
  check (ends_at > begins_at),
  check ((target = 'title') = (title_id is not null)),
  check ((target <> 'title') = (channel_id is not null)),
  check ((target = 'programme') = (programme is not null)),
  check (target <> 'hours' or ends_at is not null)
);
