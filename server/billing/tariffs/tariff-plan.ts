import { type ChannelRule, isOpenedByRules } from '#contract/console/channel-rules.ts'
import {
  type TariffPeriod,
  type TariffRecord,
  type TariffTerms,
  addedByHand,
  channelsWith,
  defaultChanges,
  partOfChanges,
  periodsOf,
} from './rules.ts'
import { tariffColourProblem } from '#contract/form/tariff-look.ts'
import { lookRow, partOfLook, plainLook } from './tariff-look.ts'
import { type TariffFile, type WrittenTariff, shortened, tiyinOf } from './tariff-file.ts'
import { excludedTariffIds } from '#contract/form/constants.ts'

/** What a tariff may open, by the names that operators use. */
export interface TariffGround {
  readonly channels: readonly {
    readonly cid: number
    readonly number: number
    readonly name: string
    readonly categoryIds: readonly number[]
    readonly languages: readonly string[]
    readonly quality: string | null
  }[]
  readonly categories: readonly { readonly id: number; readonly names: readonly string[] }[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
}

export interface TariffChange {
  /** Undefined for a new tariff. */
  readonly before: TariffRecord | undefined
  readonly after: TariffRecord
}

export type TariffPlan =
  | {
      readonly kind: 'planned'
      readonly changes: readonly TariffChange[]
      /** How many tariffs of the file are unchanged. */
      readonly unchanged: number
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

interface PlanInput {
  readonly file: TariffFile
  readonly present: ReadonlyMap<number, TariffRecord>
  readonly ground: TariffGround
  /** The current number of subscribers of each tariff. */
  readonly subscribers: ReadonlyMap<number, number>
}

const ownProviderId = 1

/** The changes of a file. An unchanged tariff is never refused, even when the rules have changed. */
export function planTariffs(question: PlanInput): TariffPlan {
  const { file, present } = question
  const problems: string[] = []
  const drafted = file.tariffs.map((written, index) => {
    const before = present.get(written.id)
    return { index, before, after: draft(written, index, before, question, problems) }
  })
  const changed = drafted.filter(({ before, after }) => before === undefined || !isSame(before, after))
  const result = new Map(present)
  for (const { after } of drafted) result.set(after.tariffId, after)
  for (const one of changed)
    problems.push(...faultsOf(one, question).map((fault) => `${place(one, file, fault)} ${fault.why}`))
  for (const one of changed)
    problems.push(
      ...sharedPeriods(one.after, result).map((fault) => `${place(one, file, fault)} ${fault.why}`),
    )
  if (problems.length > 0) return { kind: 'refused', problems: shortened(problems) }
  const changes = changed.map(({ before, after }) => ({ before, after }))
  return { kind: 'planned', changes, unchanged: drafted.length - changes.length }
}

interface Fault {
  readonly path: readonly PropertyKey[]
  readonly why: string
}

function place(one: { readonly index: number }, file: TariffFile, { path }: Fault) {
  return file.placeOf(one.index, ...path)
}

/** The tariff as the file describes it: missing fields stay unchanged, or get their defaults in a new one. */
function draft(
  written: WrittenTariff,
  index: number,
  before: TariffRecord | undefined,
  question: PlanInput,
  problems: string[],
): TariffRecord {
  if (before === undefined)
    for (const name of ['name', 'kind', 'price'] as const)
      if (written[name] === undefined)
        problems.push(`${question.file.placeOf(index)} is new and has no "${name}"; write it too`)
  const priceTiyin = written.price === undefined ? (before?.priceTiyin ?? 0) : tiyinOf(written.price)
  const unnamed = { ru: '', uz: '', en: '' }
  const { providers, remote_id: remoteTariffId = before?.remoteTariffId ?? null } = written
  return {
    tariffId: written.id,
    name: written.name ?? before?.name ?? unnamed,
    priceTiyin,
    providerId: written.provider ?? before?.providerId ?? ownProviderId,
    remoteTariffId,
    isBase: written.kind === undefined ? (before?.isBase ?? false) : written.kind === 'base',
    isRecommended: written.recommended ?? before?.isRecommended ?? false,
    isOffered: written.offered ?? before?.isOffered ?? true,
    position: written.position ?? before?.position ?? lastPosition(question.present) + 1,
    streams: written.streams ?? before?.streams ?? 2,
    periods: written.periods?.map(periodOf) ?? before?.periods ?? [],
    ...channelsOf(written, index, before, question, problems),
    providerIds: providers === undefined ? (before?.providerIds ?? new Set()) : new Set(providers),
    ...lookOf(written, before),
    ...termsOf(written, before),
  }
}

function termsOf(
  { pause, trial_days: days, recording_hours: hours, other_players: players, changes }: WrittenTariff,
  before: TariffRecord | undefined,
): TariffTerms {
  const rule =
    pause === undefined
      ? before?.pause
      : pause === null
        ? undefined
        : { by: pause.by, minDays: pause.min_days, maxDays: pause.max_days, isOnceAYear: pause.once }
  const trialDays = days ?? before?.trialDays ?? 0
  const recordingHours = hours ?? before?.recordingHours ?? 0
  return {
    ...(rule === undefined ? {} : { pause: rule }),
    ...(trialDays === 0 ? {} : { trialDays }),
    ...(recordingHours === 0 ? {} : { recordingHours }),
    ...((players ?? before?.otherPlayers ?? true) ? {} : { otherPlayers: false }),
    ...partOfChanges(changes ?? before?.changes ?? defaultChanges),
  }
}

/** An icon that is written takes the place of a picture. */
function lookOf(written: WrittenTariff, before: TariffRecord | undefined): Pick<TariffRecord, 'look'> {
  const { look = plainLook } = before ?? {}
  const { description = look.description, icon = look.icon, colour = look.colour } = written
  const picture = written.picture ?? (icon === '' ? look.picture : '')
  return partOfLook({ description, icon, colour, picture })
}

/** What is added by hand, the rules and what they open now, and what is excluded. */
function channelsOf(
  { channels, rules, excluded }: WrittenTariff,
  index: number,
  before: TariffRecord | undefined,
  question: PlanInput,
  problems: string[],
): Pick<TariffRecord, 'channelIds' | 'byRule'> {
  const channelIds = channels?.flatMap((one, at) => cidsOf(one, ['channels', index, at], question, problems))
  const excludedIds = excluded?.flatMap((one, at) => cidsOf(one, ['excluded', index, at], question, problems))
  const all =
    rules?.map((rule, at): ChannelRule => {
      const { except = false, categories = [], languages = [], qualities = [] } = rule
      const ids = categories.flatMap((name, part) => {
        const place = question.file.placeOf(index, 'rules', at, 'categories', part)
        return categoryOf(String(name), place, question, problems)?.id ?? []
      })
      return { except, categories: ids, languages, qualities }
    }) ??
    before?.byRule?.rules ??
    []
  const opened = question.ground.channels.filter(({ categoryIds, languages, quality }) =>
    isOpenedByRules({ categories: categoryIds, languages, quality }, all),
  )
  const choice = {
    channelIds: channelIds ?? (before === undefined ? [] : [...addedByHand(before)]),
    rules: all,
    excludedIds: excludedIds ?? [...(before?.byRule?.excludedIds ?? [])],
  }
  return channelsWith(choice, new Set(opened.map(({ cid }) => cid)))
}

function lastPosition(present: ReadonlyMap<number, TariffRecord>) {
  return Math.max(0, ...[...present.values()].map(({ position }) => position))
}

function periodOf(one: NonNullable<WrittenTariff['periods']>[number]): TariffPeriod {
  return {
    id: one.id,
    name: one.name,
    period: one.period,
    periodDays: one.days,
    priceTiyin: tiyinOf(one.price),
  }
}

/** A channel by its number, or all channels of a category as they are today. */
function cidsOf(
  written: number | string,
  [field, index, at]: readonly ['channels' | 'excluded', number, number],
  question: PlanInput,
  problems: string[],
): readonly number[] {
  const { file, ground } = question
  const place = file.placeOf(index, field, at)
  if (typeof written === 'string') {
    const category = categoryOf(written.slice('category '.length).trim(), place, question, problems)
    return ground.channels
      .filter(({ categoryIds }) => category !== undefined && categoryIds.includes(category.id))
      .map(({ cid }) => cid)
  }
  const channel = ground.channels.find(({ number }) => number === written)
  if (channel !== undefined) return [channel.cid]
  problems.push(
    `${place}: there is no channel with the number ${written}; take it out, or import the channel first`,
  )
  return []
}

/** A category by its number, or by its name in one of the languages. */
function categoryOf(written: string, place: string, { ground }: PlanInput, problems: string[]) {
  const name = written.toLocaleLowerCase()
  const category = ground.categories.find(
    (one) => String(one.id) === name || one.names.some((own) => own.toLocaleLowerCase() === name),
  )
  const existing = ground.categories.map((one) => `${one.id} ${one.names[0] ?? ''}`).join(', ')
  if (category === undefined) problems.push(`${place}: there is no such category; there are ${existing}`)
  return category
}

/** Rule violations of a changed tariff. */
function faultsOf({ before, after }: TariffChange, { ground, subscribers }: PlanInput): readonly Fault[] {
  const faults: Fault[] = []
  const add = (path: readonly PropertyKey[], why: string) => void faults.push({ path, why })
  const count = subscribers.get(after.tariffId) ?? 0
  if (before !== undefined && before.isBase !== after.isBase && count > 0)
    add(
      ['kind'],
      `cannot change while ${count} have the tariff; write a new tariff and "offered": false here`,
    )
  const [first] = periodsOf(after)
  if (first !== undefined && first.priceTiyin !== after.priceTiyin)
    add(
      ['price'],
      'must be the price of the first of its periods, for both are shown; write the same in both',
    )
  if (after.isOffered && excludedTariffIds.includes(after.tariffId))
    add(['offered'], 'cannot be true: 100 to 103 are never offered; write false, or take another id')
  if (after.isOffered && after.channelIds.size === 0 && after.providerIds.size === 0)
    add([], 'is offered and opens nothing; write its "channels" or "providers", or "offered": false')
  const lost = tariffColourProblem(after.look?.colour ?? '')
  if (lost !== undefined && after.look?.colour !== before?.look?.colour)
    add(
      ['colour'],
      `is lost in the ${lost.theme} theme: its contrast is ${lost.has.toFixed(1)}, it needs ${lost.needs}; take "${lost.instead}"`,
    )
  const storedProviders = new Set(ground.providers.map(({ id }) => id))
  const existing = () => ground.providers.map(({ id, name }) => `${id} ${name}`).join(', ')
  if (!storedProviders.has(after.providerId))
    add(['provider'], `is none of ours (${after.providerId}); there are ${existing()}`)
  for (const [at, id] of [...after.providerIds].entries())
    if (!storedProviders.has(id)) add(['providers', at], `is none of ours (${id}); there are ${existing()}`)
  const isFree = periodsOf(after).some(({ priceTiyin }) => priceTiyin === 0)
  if (after.isOffered && after.providerId !== ownProviderId && after.remoteTariffId === null && isFree)
    add(['provider'], `is another's and the tariff is free: then its number there is needed, "remote_id"`)
  return faults
}

/** A period is bought by its number alone, so no other period and no other tariff may have it. */
function sharedPeriods(tariff: TariffRecord, all: ReadonlyMap<number, TariffRecord>): readonly Fault[] {
  const faults: Fault[] = []
  const others = [...all.values()].filter(({ tariffId }) => tariffId !== tariff.tariffId)
  for (const [at, { id }] of tariff.periods.entries()) {
    const own = tariff.periods.findIndex((one) => one.id === id) < at
    const other = others.find((one) => one.tariffId === id || one.periods.some((period) => period.id === id))
    const path = ['periods', at, 'id']
    if (own) faults.push({ path, why: `${id} stands there twice; take another` })
    if (other !== undefined)
      faults.push({ path, why: `${id} belongs to tariff ${other.tariffId}; take another` })
  }
  const taker = others.find((one) => one.periods.some(({ id }) => id === tariff.tariffId))
  if (taker !== undefined)
    faults.push({ path: ['id'], why: `is the number of a period of tariff ${taker.tariffId}; take another` })
  return faults
}

function isSame(before: TariffRecord, after: TariffRecord): boolean {
  const plain = ({ channelIds, providerIds, byRule, name, periods, look, ...rest }: TariffRecord) =>
    JSON.stringify([
      Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)),
      [name, ...periods.flatMap((one) => [one.name, one.period])].map(({ ru, uz, en }) => [ru, uz, en]),
      periods.map((one) => [one.id, one.periodDays, one.priceTiyin]),
      byRule?.rules.map((one) => [one.except, one.categories, one.languages, one.qualities]) ?? [],
      [addedByHand({ channelIds, ...(byRule === undefined ? {} : { byRule }) }), providerIds].map(inOrder),
      inOrder(byRule?.excludedIds ?? new Set()),
      lookRow(look),
    ])
  return plain(before) === plain(after)
}

function inOrder(ids: ReadonlySet<number>): readonly number[] {
  return [...ids].toSorted((a, b) => a - b)
}
