/** Fictional channels, their categories, and each one's daily schedule. */
import type { MarkName } from './painting/marks.ts'

export type Character =
  | 'general'
  | 'cinema'
  | 'series'
  | 'news'
  | 'sport'
  | 'kids'
  | 'music'
  | 'knowledge'
  | 'region'

export interface DemoChannel {
  readonly cid: number
  readonly number: number
  readonly name_ru: string
  readonly name_uz: string
  readonly character: Character
  readonly categoryId: number
  /** Categories besides its own; a channel that has any is shown under the pinned category 7. */
  readonly additionalCategories: readonly number[]
  /** Recorded from a running source, or generated from packaged films by the guide. */
  readonly kind: 'recorded' | 'linear'
  readonly source?: { readonly protocol: 'udp' | 'http-ts'; readonly feed: 'first' | 'second' }
  /** The films a linear channel repeats, in its order of preference. */
  readonly assetIds: readonly string[]
  /** Plays even while the account is suspended. */
  readonly isSocial: boolean
  /** Watched without a subscription. */
  readonly isFree: boolean
  /** Guests watch it live. */
  readonly isOpenToGuests: boolean
  readonly mark: MarkName
  readonly colours: readonly [ground: string, mark: string]
  /** Two to four letters for the logo. */
  readonly short: string
}

export interface DemoChannelCategory {
  readonly id: number
  readonly name_ru: string
  readonly name_uz: string
}

/** 7 is first and contains channels with additional categories; 9 and 10 are never shown. */
export const demoChannelCategories: readonly DemoChannelCategory[] = [
  { id: 7, name_ru: 'Популярные', name_uz: 'Ommabop' },
  { id: 1, name_ru: 'Общие', name_uz: 'Umumiy' },
  { id: 2, name_ru: 'Кино и сериалы', name_uz: 'Kino va seriallar' },
  { id: 3, name_ru: 'Новости', name_uz: 'Yangiliklar' },
  { id: 4, name_ru: 'Спорт', name_uz: 'Sport' },
  { id: 5, name_ru: 'Детские', name_uz: 'Bolalar uchun' },
  { id: 6, name_ru: 'Музыка', name_uz: 'Musiqa' },
  { id: 8, name_ru: 'Познавательные', name_uz: 'Maʼrifiy' },
  { id: 9, name_ru: 'Служебные', name_uz: 'Xizmat' },
  { id: 10, name_ru: 'Тестовые', name_uz: 'Sinov' },
]

const categoryOf: Record<Character, number> = {
  general: 1,
  region: 1,
  cinema: 2,
  series: 2,
  news: 3,
  sport: 4,
  kids: 5,
  music: 6,
  knowledge: 8,
}

function f(...numbers: number[]): readonly string[] {
  return numbers.map((one) => `demo-film-${one}`)
}

interface Extras {
  readonly also?: readonly number[]
  readonly source?: DemoChannel['source']
  readonly social?: boolean
  readonly free?: boolean
  readonly open?: boolean
}

let place = 0
function channel(
  ru: string,
  uz: string,
  short: string,
  character: Character,
  films: readonly string[],
  mark: MarkName,
  ground: string,
  ink: string,
  extras: Extras = {},
): DemoChannel {
  place += 1
  return {
    cid: 100 + place,
    number: place,
    name_ru: ru,
    name_uz: uz,
    character,
    categoryId: categoryOf[character],
    additionalCategories: extras.also ?? [],
    kind: extras.source === undefined ? 'linear' : 'recorded',
    ...(extras.source === undefined ? {} : { source: extras.source }),
    assetIds: films,
    isSocial: extras.social ?? false,
    isFree: extras.free ?? false,
    isOpenToGuests: extras.open ?? false,
    mark,
    colours: [ground, ink],
    short,
  }
}

const channels: readonly DemoChannel[] = [
  channel('Экран Жонли 1', 'Ekran Jonli 1', 'EJ1', 'general', [], 'star', '#0f6f6b', '#ffffff', {
    source: { protocol: 'udp', feed: 'first' },
    also: [3],
    social: true,
    free: true,
  }),
  channel('Экран Жонли 2', 'Ekran Jonli 2', 'EJ2', 'general', [], 'star', '#6b2a4a', '#ffb454', {
    source: { protocol: 'http-ts', feed: 'second' },
    also: [6],
    free: true,
  }),
  channel('Чорсу', 'Chorsu', 'ЧС', 'general', f(1, 10, 2, 5, 8), 'dome', '#123a7a', '#f0b64c', {
    also: [8],
    social: true,
    free: true,
    open: true,
  }),
  channel(
    'Экран Премьера',
    'Ekran Premyera',
    'EP',
    'cinema',
    f(2, 4, 9, 3, 1, 5, 8, 10),
    'clapper',
    '#12090c',
    '#ff6b5e',
    { also: [1] },
  ),
  channel('Афсона Кино', 'Afsona Kino', 'AK', 'cinema', f(1, 5, 3, 9), 'reel', '#5b2c7b', '#ffd9ec'),
  channel('Кумуш Экран', 'Kumush Ekran', 'KE', 'cinema', f(10, 3, 8, 5, 1), 'reel', '#33434f', '#e7eef0'),
  channel('Ночной сеанс', 'Tungi seans', 'TS', 'cinema', f(9, 2, 4, 3), 'moon', '#0a0e12', '#e3b23c'),
  channel('Сага', 'Saga', 'СГ', 'series', f(8, 5, 2, 10), 'pages', '#a3301f', '#ffe0a3', { also: [1] }),
  channel('Турон Сериал', 'Turon Serial', 'TU', 'series', f(1, 8, 10, 9), 'dome', '#0f6a72', '#fff2c9'),
  channel('Дорама Бахор', 'Dorama Bahor', 'DB', 'series', f(8, 3, 5), 'flower', '#c22f58', '#ffe3ec'),
  channel('Зарафшан 24', 'Zarafshon 24', 'Z24', 'news', f(10, 2, 1), 'wave', '#8c1528', '#ffffff', {
    also: [1],
    social: true,
    free: true,
    open: true,
  }),
  channel('Хабарчи', 'Xabarchi', 'XB', 'news', f(2, 10, 5), 'bubble', '#1d4c8c', '#ffffff', { social: true }),
  channel('Деловой час', 'Ish vaqti', 'ИВ', 'news', f(10, 2), 'bars', '#1b3a2a', '#6fd58f'),
  channel('Полвон Спорт', 'Polvon Sport', 'PS', 'sport', f(5, 1, 7), 'ball', '#b5371f', '#ffffff', {
    also: [1],
  }),
  channel('Майдон', 'Maydon', 'MY', 'sport', f(7, 10, 2), 'ball', '#1f7a3c', '#eaffdf'),
  channel('Чавандоз', 'Chavandoz', 'CH', 'sport', f(5, 1), 'horse', '#6e3b1f', '#ffe6c0'),
  channel('Юлдузча', 'Yulduzcha', 'YU', 'kids', f(6, 4, 8), 'spark', '#ffb030', '#5a2170', {
    also: [1],
    free: true,
  }),
  channel('Чумчук', 'Chumchuq', 'ЧЧ', 'kids', f(6, 5, 3), 'bird', '#2f9fd8', '#ffffff'),
  channel('Ойдиной', 'Oydinoy', 'OY', 'kids', f(6, 8, 4), 'moon', '#6a5acd', '#fde3f0'),
  channel('Дутор', 'Dutor', 'DU', 'music', f(7, 1, 8), 'lute', '#8c1528', '#f5b83d', { also: [1] }),
  channel('Садо', 'Sado', 'SD', 'music', f(7, 2, 4), 'note', '#2b0f5a', '#2de2e6'),
  channel('Тўй ТВ', 'Toʻy TV', 'ТЎ', 'music', f(7, 8, 10), 'drum', '#d1432f', '#fff1dc', { open: true }),
  channel('Осмон', 'Osmon', 'OS', 'knowledge', f(4, 5, 3), 'planet', '#06122e', '#7fd0ff', { also: [1] }),
  channel('Йўловчи', 'Yoʻlovchi', 'YL', 'knowledge', f(1, 10, 3, 5), 'road', '#d68a45', '#3c1c0e'),
  channel('Тарихнома', 'Tarixnoma', 'TN', 'knowledge', f(1, 9, 10), 'pages', '#5c4a2a', '#fbe6bd'),
  channel('Боғбон', 'Bogʻbon', 'BG', 'knowledge', f(8, 10, 5), 'leaf', '#2e5a41', '#d9f2a8'),
  channel('Ошпаз', 'Oshpaz', 'OP', 'knowledge', f(10, 8), 'bowl', '#b8521c', '#fff6dd'),
  channel('Китобхон', 'Kitobxon', 'KX', 'knowledge', f(9, 3, 1), 'pages', '#24435f', '#edf6f7'),
  channel(
    'Самарканд вечером',
    'Samarqand oqshomi',
    'SQ',
    'region',
    f(1, 10, 7),
    'dome',
    '#1b1740',
    '#8fe0d0',
    { social: true },
  ),
  channel('Фергана Гулшан', 'Fargʻona Gulshan', 'FG', 'region', f(8, 1, 5), 'flower', '#1f5a38', '#ffc9d6'),
  channel('Хорезм Лазги', 'Xorazm Lazgi', 'XL', 'region', f(7, 1, 3), 'spark', '#7e2a27', '#ffd3a6'),
  channel('Бухоро Минор', 'Buxoro Minor', 'BM', 'region', f(1, 9, 10), 'tower', '#a9692f', '#fff3d6'),
  channel('Навкирон', 'Navqiron', 'NQ', 'general', f(2, 7, 4, 8), 'bolt', '#ff6b5e', '#2b0502', {
    also: [6],
  }),
  channel('Оила+', 'Oila+', 'О+', 'general', f(8, 6, 10, 3), 'house', '#e59aa8', '#5a1f3c'),
  channel('Океан', 'Okean', 'OK', 'knowledge', f(3, 5, 4), 'wave', '#16697a', '#c9fff0'),
  channel('Симург', 'Simurgʻ', 'СМ', 'cinema', f(4, 6, 1, 5), 'bird', '#471d5e', '#ffb454', { also: [5] }),
]

export function demoChannels(): readonly DemoChannel[] {
  return channels
}

/** The channels shown outside the national network, in their order there. */
export const demoWorldChannelIds: readonly number[] = [
  111, 101, 103, 112, 129, 132, 131, 130, 120, 122, 104, 105, 108, 109, 117, 118, 123, 124, 125, 126, 127,
  114, 116, 136,
]
