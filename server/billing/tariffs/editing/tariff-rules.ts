/** What a tariff that the staff writes must be. Pure. */
import { excludedTariffIds } from '#contract/form/constants.ts'
import { type TariffColourProblem, tariffColourProblem } from '#contract/form/tariff-look.ts'
import {
  type ChangeRule,
  type ChannelChoice,
  type PauseRule,
  type TariffPeriod,
  type TariffRecord,
  type TariffTerms,
  channelsWith,
  defaultChanges,
  defaultPeriodDays,
  partOfChanges,
  periodsOf,
} from '#server/billing/tariffs/rules.ts'
import { type TariffLook, partOfLook } from '#server/billing/tariffs/tariff-look.ts'

/** A tariff as the staff writes it. */
export interface TariffDraft extends ChannelChoice {
  readonly name: TariffRecord['name']
  readonly isBase: boolean
  readonly isRecommended: boolean
  readonly isOffered: boolean
  readonly streams: number
  readonly look: TariffLook
  /** `id` undefined: a new one. */
  readonly periods: readonly {
    readonly id: number | undefined
    readonly periodDays: number
    readonly priceTiyin: number
  }[]
  readonly providerIds: readonly number[]
  /** Undefined: nobody may pause it. */
  readonly pause?: PauseRule | undefined
  /** 0: none. */
  readonly trialDays?: number
  /** Of recordings; 0: none. */
  readonly recordingHours?: number
  /** Absent: what it opens plays in other players, too. */
  readonly otherPlayers?: boolean
  /** Undefined: the default. */
  readonly changes?: ChangeRule | undefined
}

export type TariffProblem =
  /** Below one soʻm or above `maxPriceTiyin`, for a period of so many days. */
  | { readonly kind: 'price'; readonly days: number }
  /** None, or two of the same length. */
  | { readonly kind: 'periods' }
  /** Offered, and opens nothing. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'never_offered' }
  /** Another base tariff is recommended. */
  | { readonly kind: 'recommended'; readonly name: string }
  /** It cannot become base or additional, or be removed, while so many have or had it. */
  | { readonly kind: 'has_subscribers' }
  /** The colour is lost in one of the themes. */
  | ({ readonly kind: 'colour' } & TariffColourProblem)

/** Ten million soʻm for a period. */
const maxPriceTiyin = 1_000_000_000

/** Whether a new price is one. */
export function isPrice(priceTiyin: number): boolean {
  return Number.isInteger(priceTiyin) && priceTiyin >= 100 && priceTiyin <= maxPriceTiyin
}

/** What is wrong with a tariff; a price or colour that it had before is not looked at. */
export function problemOf(
  after: TariffRecord,
  before: TariffRecord | undefined,
  others: readonly TariffRecord[],
): TariffProblem | undefined {
  const periods = periodsOf(after)
  const lengths = new Set(periods.map(({ periodDays }) => periodDays))
  if (lengths.size < periods.length) return { kind: 'periods' }
  const former = new Map(
    (before === undefined ? [] : periodsOf(before)).map((one) => [one.id, one.priceTiyin]),
  )
  const wrong = periods.find((one) => former.get(one.id) !== one.priceTiyin && !isPrice(one.priceTiyin))
  if (wrong !== undefined) return { kind: 'price', days: wrong.periodDays }
  const lost = tariffColourProblem(after.look?.colour ?? '')
  if (lost !== undefined && after.look?.colour !== before?.look?.colour) return { kind: 'colour', ...lost }
  if (!after.isOffered) return undefined
  if (excludedTariffIds.includes(after.tariffId)) return { kind: 'never_offered' }
  if (after.channelIds.size === 0 && after.providerIds.size === 0) return { kind: 'empty' }
  const other = others.find((one) => one.isBase && one.isRecommended && one.isOffered)
  if (after.isBase && after.isRecommended && other !== undefined)
    return { kind: 'recommended', name: other.name.ru }
  return undefined
}

/** The record of a draft; `newIds` are the numbers of new periods. A month alone needs no period of its own. */
export function recordOf(
  tariffId: number,
  draft: TariffDraft,
  before: TariffRecord | undefined,
  rest: {
    readonly position: number
    readonly newIds: readonly number[]
    /** What the draft's rules open. */
    readonly openedByRules: ReadonlySet<number>
  },
): TariffRecord {
  const former = new Map((before === undefined ? [] : periodsOf(before)).map((one) => [one.id, one]))
  let used = 0
  const periods = draft.periods.map(({ id, periodDays, priceTiyin }): TariffPeriod => {
    const own = id === undefined ? undefined : former.get(id)
    const words = own === undefined || own.periodDays !== periodDays ? wordsOfDays(periodDays) : own
    const newId = own?.id ?? rest.newIds[used++] ?? 0
    return { id: newId, name: words.name, period: words.period, periodDays, priceTiyin }
  })
  const [first] = periods
  const isMonth = periods.length === 1 && first?.id === tariffId && first.periodDays === defaultPeriodDays
  const { isBase, isRecommended, isOffered, streams, name } = draft
  return {
    ...{ tariffId, name, isBase, isRecommended, isOffered, streams },
    priceTiyin: first?.priceTiyin ?? 0,
    providerId: before?.providerId ?? 1,
    remoteTariffId: before?.remoteTariffId ?? null,
    position: before?.position ?? rest.position,
    periods: isMonth ? [] : periods,
    ...channelsWith(draft, rest.openedByRules),
    providerIds: new Set(draft.providerIds),
    ...partOfLook(draft.look),
    ...termsOf(draft),
  }
}

function termsOf({
  pause,
  trialDays = 0,
  recordingHours = 0,
  otherPlayers = true,
  changes = defaultChanges,
}: Pick<TariffDraft, 'pause' | 'trialDays' | 'recordingHours' | 'otherPlayers' | 'changes'>): TariffTerms {
  return {
    ...(pause === undefined ? {} : { pause }),
    ...(trialDays === 0 ? {} : { trialDays }),
    ...(recordingHours === 0 ? {} : { recordingHours }),
    ...(otherPlayers ? {} : { otherPlayers }),
    ...partOfChanges(changes),
  }
}

/** `3 months` and `90 days` in the three languages, for a period of so many days. */
export function wordsOfDays(days: number): Pick<TariffPeriod, 'name' | 'period'> {
  const period = {
    ru: `${days} ${russian(days, ['день', 'дня', 'дней'])}`,
    uz: `${days} kun`,
    en: `${days} ${days === 1 ? 'day' : 'days'}`,
  }
  const months = days / 30
  if (!Number.isInteger(months) || months > 12) return { name: period, period }
  const name = {
    ru: `${months} ${russian(months, ['месяц', 'месяца', 'месяцев'])}`,
    uz: `${months} oy`,
    en: `${months} ${months === 1 ? 'month' : 'months'}`,
  }
  return { name, period }
}

function russian(count: number, [one, few, many]: readonly [string, string, string]): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return many
  return ones === 1 ? one : ones >= 2 && ones <= 4 ? few : many
}
