-- What the service tells people: banners, news, texts of pages for search engines, notifications. Texts stand in
-- both languages side by side, so that none can be missing. Written by server/notices alone.

create table banner (
  banner_id integer primary key check (banner_id > 0),
  title_ru text not null check (title_ru <> ''),
  title_uz text not null check (title_uz <> ''),
  text_ru text not null,
  text_uz text not null,
  button_ru text not null,
  button_uz text not null,
  image text not null,
  -- A path of our own site: a banner never leads a viewer elsewhere.
  href text not null check (href ~ '^/([^/]|$)'),
  position integer not null default 0,
  shown_from timestamptz,
  shown_until timestamptz,
  check (shown_until > shown_from)
);

create table news_item (
  news_id integer primary key check (news_id > 0),
  title_ru text not null check (title_ru <> ''),
  title_uz text not null check (title_uz <> ''),
  lead_ru text not null,
  lead_uz text not null,
  body_ru text not null,
  body_uz text not null,
  image text not null,
  published_at timestamptz not null
);
create index news_item_newest on news_item (published_at desc, news_id desc);

create table page_text (
  -- Without a language: both texts of a page stand in one row.
  path text primary key check (path ~ '^/' and path !~ '^/(ru|uz)(/|$)' and (path = '/' or path !~ '/$')),
  title_ru text not null check (title_ru <> ''),
  title_uz text not null check (title_uz <> ''),
  description_ru text not null,
  description_uz text not null
);

create table notification (
  notification_id integer generated always as identity primary key,
  -- Nobody in particular: for everybody.
  account_id integer references account on delete cascade,
  title_ru text not null check (title_ru <> ''),
  title_uz text not null check (title_uz <> ''),
  body_ru text not null,
  body_uz text not null,
  created_at timestamptz not null
);
create index notification_newest on notification (account_id, created_at desc);

-- A reader's mark, once: marking the same one read again changes no count.
create table notification_read (
  notification_id integer not null references notification on delete cascade,
  account_id integer not null references account on delete cascade,
  read_at timestamptz not null,
  primary key (notification_id, account_id)
);
