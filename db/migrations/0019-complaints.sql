-- What viewers tell is wrong. Written by server/complaints alone.

create table problem (
  problem_id integer primary key check (problem_id > 0),
  -- What it can be said of.
  subject text not null check (subject in ('video', 'channel', 'other')),
  name_ru text not null check (name_ru <> ''),
  name_uz text not null check (name_uz <> ''),
  -- It says nothing without the viewer's own words.
  needs_text boolean not null default false,
  position smallint not null default 0
);

insert into problem (problem_id, subject, name_ru, name_uz, needs_text, position) values
  (1, 'video', 'Не воспроизводится', 'Ijro etilmayapti', false, 1),
  (2, 'video', 'Нет звука или он отстаёт', 'Ovoz yoʻq yoki kechikyapti', false, 2),
  (3, 'video', 'Нет изображения или оно плохое', 'Tasvir yoʻq yoki sifatsiz', false, 3),
  (4, 'video', 'Прерывается, долго загружается', 'Uzilib qolyapti, uzoq yuklanyapti', false, 4),
  (5, 'video', 'Не тот язык звука', 'Ovoz tili boshqa', false, 5),
  (6, 'video', 'Ошибки в субтитрах', 'Subtitrlarda xatolar', false, 6),
  (7, 'video', 'Не тот фильм или не та серия', 'Boshqa film yoki boshqa qism', false, 7),
  (8, 'video', 'Ошибка в описании, актёрах, рейтинге', 'Tavsif, aktyorlar yoki reytingda xato', false, 8),
  (9, 'video', 'Неверное возрастное ограничение', 'Yosh chegarasi notoʻgʻri', false, 9),
  (10, 'video', 'Другое', 'Boshqa', true, 99),
  (21, 'channel', 'Канал не включается', 'Kanal ochilmayapti', false, 1),
  (22, 'channel', 'Нет звука или он отстаёт', 'Ovoz yoʻq yoki kechikyapti', false, 2),
  (23, 'channel', 'Нет изображения или оно плохое', 'Tasvir yoʻq yoki sifatsiz', false, 3),
  (24, 'channel', 'Прерывается, долго загружается', 'Uzilib qolyapti, uzoq yuklanyapti', false, 4),
  (25, 'channel', 'Не та программа передач', 'Koʻrsatuvlar dasturi mos emas', false, 5),
  (26, 'channel', 'Не работает архив', 'Arxiv ishlamayapti', false, 6),
  (27, 'channel', 'Другое', 'Boshqa', true, 99),
  (41, 'other', 'Не получается войти', 'Kira olmayapman', false, 1),
  (42, 'other', 'Вопрос об оплате или подписке', 'Toʻlov yoki obuna haqida', true, 2),
  (43, 'other', 'Что-то не работает на сайте', 'Saytda nimadir ishlamayapti', true, 3),
  (44, 'other', 'Другое', 'Boshqa', true, 99);

create table complaint (
  complaint_id integer generated always as identity primary key,
  problem_id integer not null references problem,
  -- Null for a guest, and for an account that is gone.
  account_id integer references account on delete set null,
  -- The caller's network, never the whole address.
  network text not null check (length(network) <= 64),
  device text not null check (length(device) <= 40),
  user_agent text not null check (length(user_agent) <= 200),
  body text not null check (length(body) <= 2000),
  -- What it is about, as it was numbered then: the complaint outlives what it is about.
  vid integer,
  vfid integer,
  cid integer,
  -- Seconds from the beginning.
  position_sec integer,
  created_at timestamptz not null,
  closed_at timestamptz check (closed_at >= created_at)
);
create index complaint_open on complaint (problem_id) where closed_at is null;
create index complaint_by_time on complaint (created_at);
-- An account that is removed must find its complaints without reading all.
create index complaint_of_account on complaint (account_id) where account_id is not null;
