/** The tariffs of the demo: the price and content of each. */
import { publicTariffId } from '#contract/form/constants.ts'
import type { TariffIcon } from '#contract/form/tariff-look.ts'
import { demoChannels, type Character } from './channels.ts'

export interface DemoTariffWords {
  readonly en: string
  readonly ru: string
  readonly uz: string
}

export interface DemoTariffPeriod {
  readonly id: number
  readonly name: DemoTariffWords
  readonly period: DemoTariffWords
  readonly periodDays: number
  readonly priceTiyin: number
}

/** In billing's shape of a tariff. */
export interface DemoTariff {
  readonly tariffId: number
  readonly name: DemoTariffWords
  readonly priceTiyin: number
  readonly providerId: number
  readonly remoteTariffId: number | null
  readonly isBase: boolean
  readonly isRecommended: boolean
  readonly isOffered: boolean
  readonly position: number
  /** The number of parallel streams. */
  readonly streams: number
  /** Empty: one month at the tariff's price. */
  readonly periods: readonly DemoTariffPeriod[]
  /** The cids it includes. */
  readonly channelIds: ReadonlySet<number>
  /** The providers whose titles it includes. */
  readonly providerIds: ReadonlySet<number>
  readonly look?: DemoTariffLook
  /** Absent: nobody may pause it. */
  readonly pause?: typeof basePause
  /** Hours of recordings; absent: none. */
  readonly recordingHours?: number
}

export interface DemoTariffLook {
  readonly description: { readonly ru: string; readonly uz: string }
  readonly icon: TariffIcon
  readonly picture: ''
  /** `#rrggbb`. */
  readonly colour: string
}

/** Base tariffs are paused by their subscribers, once in twelve months. */
const basePause = { by: 'subscriber', minDays: 7, maxDays: 60, isOnceAYear: true } as const

const tiyinPerSum = 100
const monthDays = 30
/** Three months at the monthly price minus a tenth: paying in advance is cheaper. */
const quarterShare = 0.9

const month: Pick<DemoTariffPeriod, 'name' | 'period' | 'periodDays'> = {
  name: { en: '1 month', ru: '1 месяц', uz: '1 oy' },
  period: { en: '30 days', ru: '30 дней', uz: '30 kun' },
  periodDays: monthDays,
}
const quarter: Pick<DemoTariffPeriod, 'name' | 'period' | 'periodDays'> = {
  name: { en: '3 months', ru: '3 месяца', uz: '3 oy' },
  period: { en: '90 days', ru: '90 дней', uz: '90 kun' },
  periodDays: 3 * monthDays,
}

/** The cids of all channels that match. */
function cids(fits: (character: Character, cid: number) => boolean): ReadonlySet<number> {
  return new Set(
    demoChannels()
      .filter((one) => fits(one.character, one.cid))
      .map((one) => one.cid),
  )
}

const premiereCids: readonly number[] = [104, 107]
const doramaCids: readonly number[] = [110]
/** The music, children's and garden channels that the smallest tariff has besides the channels for everybody. */
const startCids: readonly number[] = [117, 120, 122, 126, 127]

interface TariffInput {
  readonly id: number
  readonly name: DemoTariffWords
  /** A month's price in whole sums. */
  readonly sums: number
  readonly kind: 'public' | 'base' | 'addition'
  readonly recommended?: boolean
  /** The number of parallel streams; two by default. */
  readonly streams?: number
  /** Hours of recordings; none by default. */
  readonly recordingHours?: number
  /** Sold for one period only, with its price. */
  readonly hasNoPeriods?: true
  /** Its number in the external billing. */
  readonly remoteId?: number
  readonly channels: ReadonlySet<number>
  readonly look?: Omit<DemoTariffLook, 'picture'>
  /** The providers it includes; the first is the one the tariff is listed under. */
  readonly providers: readonly number[]
}

const inputs: readonly TariffInput[] = [
  {
    // What a guest sees. It cannot be subscribed to: watching needs one of the others.
    id: publicTariffId,
    name: { en: 'Open list', ru: 'Открытый список', uz: 'Ochiq roʻyxat' },
    sums: 0,
    kind: 'public',
    channels: cids(() => true),
    providers: [],
  },
  {
    id: 57,
    name: { en: 'Start', ru: 'Старт', uz: 'Start' },
    sums: 19_000,
    kind: 'base',
    look: {
      description: {
        ru: 'Новости, общие и областные каналы. Спокойный набор для дома и дачи.',
        uz: 'Yangiliklar, umumiy va viloyat kanallari. Uy va dala hovli uchun.',
      },
      icon: 'home',
      colour: '#3a7fc4',
    },
    channels: cids((one, cid) => ['general', 'news', 'region'].includes(one) || startCids.includes(cid)),
    providers: [2],
  },
  {
    id: 58,
    name: { en: 'Family', ru: 'Семейный', uz: 'Oilaviy' },
    sums: 39_000,
    kind: 'base',
    recommended: true,
    streams: 3,
    recordingHours: 20,
    look: {
      description: {
        ru: 'Кино, детские, музыкальные и познавательные каналы для всей семьи. Смотреть можно сразу в трёх комнатах.',
        uz: 'Butun oila uchun kino, bolalar, musiqa va maʼrifiy kanallar. Bir vaqtda uchta xonada koʻrish mumkin.',
      },
      icon: 'family',
      colour: '#1f8a84',
    },
    channels: cids((one, cid) => one !== 'sport' && ![...premiereCids, ...doramaCids].includes(cid)),
    providers: [1, 2, 4, 6],
  },
  {
    id: 59,
    name: { en: 'Maximum', ru: 'Максимум', uz: 'Maksimum' },
    sums: 59_000,
    kind: 'base',
    streams: 5,
    recordingHours: 60,
    look: {
      description: {
        ru: 'Все каналы, вместе со спортом, премьерами и дорамами. Для тех, кто не хочет выбирать.',
        uz: 'Barcha kanallar: sport, premyera va doramalar ham bor. Tanlab oʻtirishni istamaydiganlar uchun.',
      },
      icon: 'crown',
      colour: '#7c6bd0',
    },
    channels: cids(() => true),
    providers: [1, 2, 4, 5, 6],
  },
  {
    id: 60,
    name: { en: 'Children', ru: 'Детям', uz: 'Bolalarga' },
    sums: 19_000,
    kind: 'addition',
    look: {
      description: {
        ru: 'Мультфильмы и сказки без рекламы для взрослых.',
        uz: 'Multfilmlar va ertaklar, kattalar reklamasisiz.',
      },
      icon: 'kids',
      colour: '#cf4f7d',
    },
    channels: cids((one, cid) => one === 'kids' || cid === 136),
    providers: [4],
  },
  {
    id: 61,
    name: { en: 'Premiere', ru: 'Премьера', uz: 'Premyera' },
    sums: 29_000,
    kind: 'addition',
    look: {
      description: {
        ru: 'Новинки кино и два канала премьер.',
        uz: 'Kino yangiliklari va ikkita premyera kanali.',
      },
      icon: 'film',
      colour: '#bf6a1e',
    },
    channels: cids((_, cid) => premiereCids.includes(cid)),
    providers: [3],
  },
  {
    id: 62,
    name: { en: 'Dorama and anime', ru: 'Дорама и аниме', uz: 'Dorama va anime' },
    sums: 19_000,
    kind: 'addition',
    look: {
      description: {
        ru: 'Корейские дорамы и аниме с переводом.',
        uz: 'Tarjima qilingan koreys doramalari va anime.',
      },
      icon: 'series',
      colour: '#b058b8',
    },
    channels: cids((_, cid) => doramaCids.includes(cid)),
    providers: [5],
  },
  {
    id: 63,
    name: { en: 'Sport', ru: 'Спорт', uz: 'Sport' },
    sums: 19_000,
    kind: 'addition',
    hasNoPeriods: true,
    remoteId: 10_063,
    look: {
      description: {
        ru: 'Футбол, борьба и бокс в прямом эфире.',
        uz: 'Futbol, kurash va boks jonli efirda.',
      },
      icon: 'sport',
      colour: '#4c8b3f',
    },
    channels: cids((one) => one === 'sport'),
    providers: [],
  },
]

function periodsOf(id: number, sums: number): readonly DemoTariffPeriod[] {
  const priceTiyin = sums * tiyinPerSum
  return [
    { ...month, id: id * 10 + 1, priceTiyin },
    { ...quarter, id: id * 10 + 3, priceTiyin: Math.round(3 * priceTiyin * quarterShare) },
  ]
}

const tariffs: readonly DemoTariff[] = inputs.map((one, position) => ({
  tariffId: one.id,
  name: one.name,
  priceTiyin: one.sums * tiyinPerSum,
  providerId: one.providers[0] ?? 1,
  remoteTariffId: one.remoteId ?? null,
  isBase: one.kind === 'base',
  isRecommended: one.recommended ?? false,
  isOffered: one.kind !== 'public',
  position,
  streams: one.streams ?? 2,
  periods: one.kind === 'public' || one.hasNoPeriods === true ? [] : periodsOf(one.id, one.sums),
  channelIds: one.channels,
  providerIds: new Set(one.providers),
  ...(one.look === undefined ? {} : { look: { ...one.look, picture: '' } }),
  ...(one.kind === 'base' ? { pause: basePause } : {}),
  ...(one.recordingHours === undefined ? {} : { recordingHours: one.recordingHours }),
}))

/** Every tariff of the demo, in the order it is offered; the public one, which cannot be bought, first. */
export function demoTariffs(): readonly DemoTariff[] {
  return tariffs
}

export interface DemoOffer {
  readonly kind: 'free_days' | 'one_sum'
  readonly name: { readonly ru: string; readonly uz: string }
  readonly connects: { readonly tariffId: number; readonly days: number; readonly priceTiyin: number }
}

/** Both are for the tariff with all channels, and for one use per account (PROMO-02, PROMO-03). */
const offers: readonly DemoOffer[] = [
  {
    kind: 'free_days',
    name: { ru: '10 дней бесплатно', uz: '10 kun bepul' },
    connects: { tariffId: 59, days: 10, priceTiyin: 0 },
  },
  {
    kind: 'one_sum',
    name: { ru: 'Премиум за 1000\u00a0сум', uz: '1000\u00a0soʻmlik premium' },
    connects: { tariffId: 59, days: monthDays, priceTiyin: 1000 * tiyinPerSum },
  },
]

/** The offers of the demo. */
export function demoOffers(): readonly DemoOffer[] {
  return offers
}
