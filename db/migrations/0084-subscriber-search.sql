-- Subscribers are found as one types: by digits of the phone and the subscriber number, by words of the name, of devices
-- and of notes. The indexes are on the tables themselves, so they are current with every write, and no extension is
-- needed. Functions of index expressions use nothing but `pg_catalog`, so that a backup can be restored.

-- The folded words of a text, each once: what `fold` in contract/search/search-folding.ts does, for letters of Russian,
-- Uzbek and English. A Latin x is read in both ways (h and ks). A change here needs a `reindex` of the indexes below.
create function subscriber_words(written text) returns text[]
  language plpgsql immutable strict parallel safe cost 100000 as $$
declare
  folded text := translate(lower(left(written, 400)),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲʻʼ’‘`´ʹ′ˈ', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ''''''''''''''''''');
begin
  -- Apostrophes separate sounds (Isʼhoq) and are no letters; they go at the end.
  folded := translate(normalize(folded, nfkc), 'ёйўқғҳ''', 'еиокгх' || chr(1));
  folded := regexp_replace(normalize(folded, nfkd), '[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]', '', 'g');
  folded := regexp_replace(folded, 'c(?=[eiy])', 's', 'g');
  folded := regexp_replace(folded, 'shch|sch|sh', 'W', 'g');
  folded := replace(folded, 'ch', 'C');
  folded := regexp_replace(folded, 'dzh|zh|dj|дж', 'j', 'g');
  folded := replace(replace(replace(folded, 'kh', 'h'), 'gh', 'g'), 'th', 't');
  folded := regexp_replace(folded, 'ts|tz|тс', 's', 'g');
  folded := replace(replace(folded, 'ph', 'f'), 'ck', 'k');
  folded := replace(replace(folded, 'ю', 'iu'), 'я', 'ia');
  folded := translate(folded, 'абвгдезиклмнопрстуфхэжцчшщыywqcıøđłßæъь' || chr(1),
    'abvgdeziklmnoprstufhejsCWWiivkkiodlse');
  return (
    select coalesce(array_agg(distinct left(word, 60)), '{}') from (
      select unnest(regexp_split_to_array(
        regexp_replace(regexp_replace(readings.folded, 'i+([eo])', 'e', 'g'), '([a-zCW])\1+', '\1', 'g'),
        '[\u0001-/:-@\[-`{-\u00bf\u2000-\u2bff\u3000-\u303f]+')) as word
      from (values (replace(folded, 'x', 'h')), (replace(folded, 'x', 'ks'))) as readings (folded)
    ) as words where word <> '');
end $$;

-- Runs of four digits of the phone and the subscriber number: what is written in their middle.
create function subscriber_digits(phone text, abonement text) returns text[]
  language sql immutable parallel safe cost 100000
  return (
    select coalesce(array_agg(distinct substr(digits, place, 4)), '{}')
    from unnest(array[substr(phone, 2), abonement]) as digits, generate_series(1, length(digits) - 3) as place
  );

create index account_phone_begins on account (phone text_pattern_ops);
create index account_phone_ends on account (reverse(phone) text_pattern_ops);
create index account_number_begins on account (abonement text_pattern_ops);
create index account_number_ends on account (reverse(abonement) text_pattern_ops);
create index account_digits on account using gin (subscriber_digits(phone, abonement));
create index account_words on account using gin (subscriber_words(name));
create index device_words on device using gin (subscriber_words(name || ' ' || model));
create index device_seen on device (account_id, last_seen_at desc);

-- What the staff wrote about a subscriber. Written by server/subscribers alone.
create table subscriber_note (
  subscriber_note_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  -- Who wrote it; the name stays when the member is gone.
  staff_id integer,
  staff_name text not null check (length(staff_name) <= 200),
  created_at timestamptz not null
);
create index subscriber_note_by_account on subscriber_note (account_id, subscriber_note_id);
create index subscriber_note_words on subscriber_note using gin (subscriber_words(body));

-- Every word there is, with what remains of it without one letter: words that share one of these differ by one letter.
-- A word of a name that is gone stays; it leads to nobody.
create table subscriber_word (
  kind text not null check (kind in ('device', 'name', 'note')),
  word text not null,
  near text[] not null,
  primary key (kind, word)
);
create index subscriber_word_begins on subscriber_word (kind, word text_pattern_ops);
create index subscriber_word_near on subscriber_word using gin (near);

create function subscriber_word_near(word text) returns text[]
  language sql immutable strict parallel safe
  return (
    select array_agg(distinct rest) from (
      select word as rest
      union all
      select overlay(word placing '' from place for 1) from generate_series(1, length(word)) as place
      where length(word) between 4 and 20
    ) as rests
  );

-- In the order of the words, so that two who write the same new words do not wait for each other in a circle.
create function list_subscriber_words() returns trigger language plpgsql as $$
declare
  written text := case tg_table_name
    when 'account' then to_jsonb(new) ->> 'name'
    when 'device' then (to_jsonb(new) ->> 'name') || ' ' || (to_jsonb(new) ->> 'model')
    else to_jsonb(new) ->> 'body' end;
begin
  insert into subscriber_word (kind, word, near)
    select tg_argv[0], word, subscriber_word_near(word) from unnest(subscriber_words(written)) as words (word)
    where not exists (select from subscriber_word as listed where listed.kind = tg_argv[0] and listed.word = words.word)
    order by word
    on conflict do nothing;
  return null;
end $$;
create trigger account_words_listed after insert or update of name on account
  for each row execute function list_subscriber_words('name');
create trigger device_words_listed after insert or update of name, model on device
  for each row execute function list_subscriber_words('device');
create trigger note_words_listed after insert on subscriber_note
  for each row execute function list_subscriber_words('note');

insert into subscriber_word (kind, word, near)
  select kind, word, subscriber_word_near(word) from (
    select distinct 'name' as kind, unnest(subscriber_words(name)) as word from account
    union
    select distinct 'device', unnest(subscriber_words(name || ' ' || model)) from device
  ) as words;
