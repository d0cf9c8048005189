import type { ChannelRule } from '#contract/console/channel-rules.ts'
import { type TariffRecord, defaultChanges, isOffered } from './rules.ts'
import { lookRow } from './tariff-look.ts'
import { priceText } from './tariff-file.ts'
import type { TariffChange, TariffGround } from './tariff-plan.ts'
import type { TariffSubscribers } from './tariff-put.ts'

/** The facts for the lines about a tariff. */
export interface TariffFacts {
  readonly ground: TariffGround
  readonly subscribers: ReadonlyMap<number, TariffSubscribers>
  readonly promotions: ReadonlyMap<number, readonly string[]>
}

const maxNamed = 12

/** `1 subscriber`, `2 subscribers`. */
function counted(count: number, what: string) {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function headOf({ tariffId, name }: TariffRecord) {
  return `${tariffId} ${name.ru}`
}

/** The changes of a tariff, old and new side by side, and who is affected. */
export function changeLines({ before, after }: TariffChange, facts: TariffFacts): readonly string[] {
  const count = facts.subscribers.get(after.tariffId)?.count ?? 0
  if (before === undefined)
    return [
      `Tariff ${headOf(after)} is new:`,
      ...[...fieldsOf(after)].map(([field, value]) => `  ${field}: ${value}`),
      `  channels: ${channelsText(after.channelIds, facts)}`,
      `  providers: ${providersText(after.providerIds, facts)}`,
    ]
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((one) => was.get(one) !== is.get(one))
  return [
    `Tariff ${headOf(before)} changes; ${counted(count, 'subscriber')} now:`,
    ...changed.map((field) => `  ${field}: ${was.get(field) ?? '(none)'} → ${is.get(field) ?? '(none)'}`),
    ...movedLines('channels', before.channelIds, after.channelIds, (set) => channelsText(set, facts)),
    ...movedLines('providers', before.providerIds, after.providerIds, (set) => providersText(set, facts)),
    ...consequences({ before, after }, facts).map((line) => `  ${line}`),
  ]
}

function movedLines(
  what: string,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
  words: (set: ReadonlySet<number>) => string,
): readonly string[] {
  const [opened, closed] = [after.difference(before), before.difference(after)]
  return [
    ...(opened.size > 0 ? [`  opens ${what}: ${words(opened)}`] : []),
    ...(closed.size > 0 ? [`  closes ${what}: ${words(closed)}`] : []),
  ]
}

/** What the subscribers of the tariff will notice. */
function consequences({ before, after }: TariffChange, facts: TariffFacts): readonly string[] {
  const having = facts.subscribers.get(after.tariffId)
  if (before === undefined || having === undefined) return retired(after, before, facts)
  const pays = (one: TariffRecord) =>
    JSON.stringify([one.priceTiyin, one.periods.map((period) => [period.periodDays, period.priceTiyin])])
  const remaining = having.prices
    .slice(0, maxNamed)
    .map((one) => `${one.count} at ${priceText(one.priceTiyin)} soʻm for ${one.periodDays} days`)
  const isNarrower =
    before.channelIds.difference(after.channelIds).size > 0 ||
    before.providerIds.difference(after.providerIds).size > 0
  const them = counted(having.count, 'subscriber')
  return [
    ...(pays(before) === pays(after) ? [] : [`what is paid now stays for ${them}: ${remaining.join(', ')}`]),
    ...(isNarrower ? [`what is closed is closed at once, also for ${them}`] : []),
    ...retired(after, before, facts),
  ]
}

function retired(
  after: TariffRecord,
  before: TariffRecord | undefined,
  { subscribers, promotions }: TariffFacts,
): readonly string[] {
  if (before === undefined || !isOffered(before) || isOffered(after)) return []
  const count = subscribers.get(after.tariffId)?.count ?? 0
  const names = promotions.get(after.tariffId) ?? []
  return [
    `nobody new can connect it; it goes on for ${counted(count, 'subscriber')} and is charged as before`,
    ...(names.length > 0 ? [`promotions still connect it: ${names.slice(0, maxNamed).join(', ')}`] : []),
  ]
}

/** Every field of a tariff except what it opens, by the names of the file. */
function fieldsOf(one: TariffRecord): ReadonlyMap<string, string> {
  const fields = new Map<string, string>([
    ['name ru', one.name.ru],
    ['name uz', one.name.uz],
    ['name en', one.name.en],
    ['kind', one.isBase ? 'base' : 'additional'],
    ['price', `${priceText(one.priceTiyin)} soʻm`],
    ['offered', String(one.isOffered)],
    ['recommended', String(one.isRecommended)],
    ['position', String(one.position)],
    ['streams', String(one.streams)],
    ...Object.entries(lookRow(one.look)).map(
      ([field, value]) => [field.replace('_', ' '), value || 'none'] as const,
    ),
    ['pause', pauseText(one.pause)],
    ['trial_days', String(one.trialDays ?? 0)],
    ['recording_hours', String(one.recordingHours ?? 0)],
    ['other_players', String(one.otherPlayers ?? true)],
    ['changes', changesText(one.changes)],
    ['provider', String(one.providerId)],
    ['remote_id', String(one.remoteTariffId ?? 'none')],
    ...(one.byRule === undefined ? [] : [['rules', one.byRule.rules.map(ruleText).join('; ')] as const]),
    ['periods', one.periods.map(({ id }) => id).join(', ') || 'none of its own (30 days)'],
  ])
  for (const { id, name, period, periodDays, priceTiyin } of one.periods) {
    fields.set(`period ${id} name`, `${name.ru} / ${name.uz} / ${name.en}`)
    fields.set(`period ${id} period`, `${period.ru} / ${period.uz} / ${period.en}`)
    fields.set(`period ${id} days`, String(periodDays))
    fields.set(`period ${id} price`, `${priceText(priceTiyin)} soʻm`)
  }
  return fields
}

function pauseText(rule: TariffRecord['pause']): string {
  if (rule === undefined) return 'none'
  const { by, minDays, maxDays, isOnceAYear } = rule
  return `${minDays} to ${maxDays} days, by ${by}${isOnceAYear ? ', once in 12 months' : ''}`
}

function changesText({ up, down } = defaultChanges): string {
  const upText = up === 'now' ? 'up at once with a credit' : 'up at the end'
  return `${upText}, ${down === 'end' ? 'down at the end' : 'down at once without a credit'}`
}

function ruleText({ except, categories, languages, qualities }: ChannelRule): string {
  const parts = [
    ...(categories.length > 0 ? [`categories ${categories.join(' ')}`] : []),
    ...[...languages, ...qualities],
  ]
  return `${except ? 'all except ' : ''}${parts.join(', ') || (except ? 'all' : 'all channels')}`
}

function channelsText(cids: ReadonlySet<number>, { ground }: TariffFacts): string {
  const meant = ground.channels.filter(({ cid }) => cids.has(cid)).toSorted((a, b) => a.number - b.number)
  return namedText(meant.map(({ number, name }) => `${number} ${name}`))
}

function providersText(ids: ReadonlySet<number>, { ground }: TariffFacts): string {
  return namedText(ground.providers.filter(({ id }) => ids.has(id)).map(({ id, name }) => `${id} ${name}`))
}

/** A readable number of names; the total is always included. */
function namedText(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const left = names.length - maxNamed
  const shown = names.slice(0, maxNamed).join(', ')
  return `${names.length}: ${shown}${left > 0 ? `, and ${left} more` : ''}`
}

/** A tariff in one line: number, name, price, kind, number of subscribers. */
export function listLine(one: TariffRecord, facts: TariffFacts): string {
  const count = facts.subscribers.get(one.tariffId)?.count ?? 0
  const kind = one.isBase ? 'base' : 'additional'
  const opens = `${counted(one.channelIds.size, 'channel')}, ${counted(one.providerIds.size, 'provider')}`
  const offered = isOffered(one) ? '' : '; not offered'
  return `${headOf(one)}: ${kind}, ${priceText(one.priceTiyin)} soʻm; opens ${opens}; ${counted(count, 'subscriber')}${offered}`
}

/** Everything about a tariff. */
export function tariffLines(one: TariffRecord, facts: TariffFacts): readonly string[] {
  const having = facts.subscribers.get(one.tariffId)
  const prices = having?.prices ?? []
  return [
    `Tariff ${headOf(one)}`,
    ...[...fieldsOf(one)].map(([field, value]) => `  ${field}: ${value}`),
    `  channels: ${channelsText(one.channelIds, facts)}`,
    `  providers: ${providersText(one.providerIds, facts)}`,
    `  ${counted(having?.count ?? 0, 'subscriber')}`,
    ...prices.map(
      (price) => `    ${price.count} at ${priceText(price.priceTiyin)} soʻm for ${price.periodDays} days`,
    ),
    ...(one.isOffered && !isOffered(one) ? ['  100 to 103 are never offered, whatever "offered" says'] : []),
  ]
}
