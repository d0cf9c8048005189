/** What the columns of tables are called in the first row. A heading is recognised in every language, and by its name. */
import type { TableLanguage } from './column.ts'
import type { TableSubject } from './tables.ts'

type Headings = Readonly<Record<TableLanguage, string>>

const headings: Readonly<Record<string, Headings>> = {
  cid: { ru: 'ID канала', uz: 'Kanal ID', en: 'Channel ID' },
  vid: { ru: 'ID фильма', uz: 'Film ID', en: 'Film ID' },
  collection_id: { ru: 'ID подборки', uz: 'Toʻplam ID', en: 'Collection ID' },
  episode_id: { ru: 'ID серии', uz: 'Qism ID', en: 'Episode ID' },
  person_id: { ru: 'ID человека', uz: 'Shaxs ID', en: 'Person ID' },
  genre_id: { ru: 'ID жанра', uz: 'Janr ID', en: 'Genre ID' },
  matched_cid: { ru: 'ID канала (телегид)', uz: 'Kanal ID (dastur)', en: 'Channel ID (guide)' },
  series_vid: {
    ru: 'ID сериала (для справки)',
    uz: 'Serial ID (maʼlumot uchun)',
    en: 'Series ID (for information)',
  },
  series: { ru: 'Сериал (для справки)', uz: 'Serial (maʼlumot uchun)', en: 'Series (for information)' },
  season: { ru: 'Сезон', uz: 'Fasl', en: 'Season' },
  episode: { ru: 'Серия', uz: 'Qism', en: 'Episode' },
  last_episode: {
    ru: 'Последняя серия файла (для справки)',
    uz: 'Fayldagi oxirgi qism (maʼlumot uchun)',
    en: 'Last episode of the file (for information)',
  },
  aired_on: { ru: 'Дата выхода', uz: 'Chiqqan sanasi', en: 'First broadcast' },
  windows: { ru: 'Окна доступа серии', uz: 'Qismning ochilish muddatlari', en: 'Windows of the episode' },
  season_windows: {
    ru: 'Окна доступа сезона',
    uz: 'Faslning ochilish muddatlari',
    en: 'Windows of the season',
  },
  about_ru: { ru: 'О человеке (рус.)', uz: 'Shaxs haqida (rus.)', en: 'About (Russian)' },
  about_uz: { ru: 'О человеке (узб.)', uz: 'Shaxs haqida (oʻzb.)', en: 'About (Uzbek)' },
  title_count: {
    ru: 'Фильмов (для справки)',
    uz: 'Filmlar soni (maʼlumot uchun)',
    en: 'Titles (for information)',
  },
  channel_number: {
    ru: 'Номер (для справки)',
    uz: 'Raqam (maʼlumot uchun)',
    en: 'Number (for information)',
  },
  channel_name: { ru: 'Канал (для справки)', uz: 'Kanal (maʼlumot uchun)', en: 'Channel (for information)' },
  guide_id: { ru: 'Канал телегида', uz: 'Dasturdagi kanal ID', en: 'Channel of the guide' },
  guide_name: {
    ru: 'Название в телегиде (для справки)',
    uz: 'Dasturdagi nomi (maʼlumot uchun)',
    en: 'Name in the guide (for information)',
  },
  guide_source: { ru: 'Телегид', uz: 'Dastur manbasi', en: 'Guide' },
  match_state: { ru: 'Состояние', uz: 'Holati', en: 'State' },
  rejected_ids: {
    ru: 'Отклонённые каналы телегида',
    uz: 'Rad etilgan dastur kanallari',
    en: 'Rejected channels',
  },
  number: { ru: 'Номер', uz: 'Raqam', en: 'Number' },
  name_ru: { ru: 'Название (рус.)', uz: 'Nomi (rus.)', en: 'Name (Russian)' },
  name_uz: { ru: 'Название (узб.)', uz: 'Nomi (oʻzb.)', en: 'Name (Uzbek)' },
  name_original: { ru: 'Оригинальное название', uz: 'Asl nomi', en: 'Original name' },
  description_ru: { ru: 'Описание (рус.)', uz: 'Tavsif (rus.)', en: 'Description (Russian)' },
  description_uz: { ru: 'Описание (узб.)', uz: 'Tavsif (oʻzb.)', en: 'Description (Uzbek)' },
  category_id: { ru: 'Категория', uz: 'Turkum', en: 'Category' },
  additional_category_ids: { ru: 'Ещё категории', uz: 'Yana turkumlar', en: 'More categories' },
  tariffs: { ru: 'Тарифы (для справки)', uz: 'Tariflar (maʼlumot uchun)', en: 'Tariffs (for information)' },
  is_enabled: { ru: 'Запись включена', uz: 'Yozib olish yoqilgan', en: 'Recorded' },
  is_hidden: { ru: 'Скрыт', uz: 'Yashirilgan', en: 'Hidden' },
  is_social: { ru: 'Социальный', uz: 'Ijtimoiy', en: 'Social' },
  open_to_guests: { ru: 'Открыт гостям', uz: 'Mehmonlarga ochiq', en: 'Open to guests' },
  is_radio: { ru: 'Радио', uz: 'Radio', en: 'Radio' },
  archive_days: { ru: 'Дней архива', uz: 'Arxiv kunlari', en: 'Archive days' },
  low_latency: { ru: 'Малая задержка', uz: 'Kam kechikish', en: 'Low latency' },
  tvg_id: { ru: 'Канал в программе передач', uz: 'Dasturdagi kanal', en: 'Guide channel' },
  guide_shift_min: { ru: 'Сдвиг программы, мин', uz: 'Dastur siljishi, daq', en: 'Guide shift, min' },
  sources: { ru: 'Источники', uz: 'Manbalar', en: 'Sources' },
  aliases: {
    ru: 'Имена в программах (для справки)',
    uz: 'Dasturlardagi nomlar (maʼlumot uchun)',
    en: 'Names in guides (for information)',
  },
  channel_countries: {
    ru: 'Страны (для справки)',
    uz: 'Mamlakatlar (maʼlumot uchun)',
    en: 'Countries (for information)',
  },
  title_kind: { ru: 'Вид (для справки)', uz: 'Turi (maʼlumot uchun)', en: 'Kind (for information)' },
  year: { ru: 'Год', uz: 'Yil', en: 'Year' },
  countries: { ru: 'Страны', uz: 'Mamlakatlar', en: 'Countries' },
  genres: { ru: 'Жанры', uz: 'Janrlar', en: 'Genres' },
  age_rating: { ru: 'Возраст', uz: 'Yosh', en: 'Age' },
  rating_kp: { ru: 'Рейтинг Кинопоиска', uz: 'Kinopoisk reytingi', en: 'KinoPoisk rating' },
  rating_imdb: { ru: 'Рейтинг IMDb', uz: 'IMDb reytingi', en: 'IMDb rating' },
  free_movie: { ru: 'Бесплатный', uz: 'Bepul', en: 'Free' },
  is_kids: { ru: 'Детский', uz: 'Bolalar uchun', en: 'For children' },
  provider_id: { ru: 'Поставщик', uz: 'Yetkazib beruvchi', en: 'Provider' },
  actors: { ru: 'Актёры', uz: 'Aktyorlar', en: 'Actors' },
  directors: { ru: 'Режиссёры', uz: 'Rejissyorlar', en: 'Directors' },
  available_from: { ru: 'Показывать с', uz: 'Koʻrsatish boshi', en: 'Available from' },
  available_until: { ru: 'Показывать до', uz: 'Koʻrsatish oxiri', en: 'Available until' },
  duration_min: {
    ru: 'Минут (для справки)',
    uz: 'Daqiqa (maʼlumot uchun)',
    en: 'Minutes (for information)',
  },
  seasons: {
    ru: 'Сезоны и серии (для справки)',
    uz: 'Fasl va qismlar (maʼlumot uchun)',
    en: 'Seasons and episodes (for information)',
  },
  vids: { ru: 'Фильмы (ID)', uz: 'Filmlar (ID)', en: 'Films (ID)' },
}

/** The heading of a column; its name where it has none. */
export function headingOf(name: string, language: TableLanguage): string {
  return headings[name]?.[language] ?? name
}

function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // Windows-1251 has no ʻ, so that it comes back as a question mark.
      .replaceAll(/[^\p{L}\p{N}_]|[ʻʼ]/gu, '')
  )
}

/** What columns were called before: tables that were exported then are still read. */
const formerHeadings: Readonly<Record<string, string>> = {
  season: 'Mavsum',
  season_windows: 'Mavsumning ochilish muddatlari',
  seasons: 'Mavsum va qismlar (maʼlumot uchun)',
  channel_countries: 'Davlatlar (maʼlumot uchun)',
  countries: 'Davlatlar',
}

const names = new Map<string, readonly string[]>()
for (const [name, texts] of Object.entries(headings))
  for (const text of new Set([name, formerHeadings[name] ?? name, ...Object.values(texts)].map(fold)))
    names.set(text, [...(names.get(text) ?? []), name])

/** The column that a heading means, among those of the table; undefined for one of somebody else's. */
export function columnOfHeading(heading: string, columns: readonly string[]): string | undefined {
  return names.get(fold(heading))?.find((name) => columns.includes(name))
}

/** Columns that say of which table a file is. */
const identities = {
  cid: 'channels',
  vid: 'films',
  collection_id: 'collections',
  episode_id: 'episodes',
  person_id: 'people',
  genre_id: 'genres',
  matched_cid: 'matches',
} as const

/** The table that a heading belongs to; undefined for one that many tables have. */
export function tableOfHeading(heading: string): TableSubject | undefined {
  const name = names.get(fold(heading))?.find((one) => one in identities)
  return name === undefined ? undefined : identities[name as keyof typeof identities]
}
