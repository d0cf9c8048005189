/** Subscribers in the contract's shape. */
import { type consoleSubscribers as endpoints, standingKinds } from '#contract/console/subscribers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { shownModel } from '#server/accounts/accounts.ts'
import { type TariffRecord, sumsOf } from '#server/billing/billing.ts'
import { shownExpiry } from '#server/cards/cards.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { SubscriberCard, SubscriberSummary, TimelineEntry } from '#server/subscribers/subscribers.ts'
import type { LiveTelevision } from '#server/television/television.ts'

type Card = ResponseOf<typeof endpoints.card>
type Words = Card['tariff']

const secOf = (ms: number) => Math.floor(ms / 1000)
const noWords: Words = { ru: '', uz: '', en: '' }

export interface Presented {
  /** Whole phones are for those who may act on subscribers. */
  readonly showsPhones: boolean
  readonly tariffs: ReadonlyMap<number, TariffRecord>
}

/** `+998901234567`, or its last four digits. */
export function shownPhone(phone: string | null, isWhole: boolean): string {
  if (phone === null || isWhole) return phone ?? ''
  return `${phone.slice(0, 4)}•••••${phone.slice(-4)}`
}

export function presentSummary(summary: SubscriberSummary, { showsPhones, tariffs }: Presented) {
  const { accountId, abonement, phone, name, isTest, balanceTiyin, seenMs, standing } = summary
  const kind = standingKinds.find((one) => one === standing.kind) ?? 'closed'
  return {
    ...{ account_id: accountId, abonement, phone: shownPhone(phone, showsPhones), name, is_test: isTest },
    standing: { kind, at: secOf(standing.atMs), missing: sumsOf(standing.missingTiyin) },
    tariff: wordsOf(tariffs.get(standing.tariffId)?.name),
    balance: sumsOf(balanceTiyin),
    seen_at: secOf(seenMs),
  }
}

export interface Names {
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

function presentDouble({ accountId, abonement }: SubscriberCard['doubles'][number]) {
  return { account_id: accountId, abonement }
}

export function presentCard(card: SubscriberCard, presented: Presented, names: Names): Card {
  const { summary, tariffs, entries, cards, devices, streams, language, region } = card
  return {
    ...presentSummary(summary, presented),
    created_at: secOf(summary.createdMs),
    doubles: card.doubles.map(presentDouble),
    merged_into: card.mergedInto === undefined ? null : presentDouble(card.mergedInto),
    is_erased: card.isErased,
    brand: card.brand,
    language,
    region: region === 'inside' || region === 'outside' ? region : '',
    city: {
      ...{ city_id: card.city?.cityId ?? 0, name: wordsOf(card.city?.name) },
      ...{ region: wordsOf(card.city?.region), way: card.city?.way ?? '' },
    },
    tariffs: tariffs.map((one) => ({
      ...{ tariff_id: one.tariffId, name: wordsOf(one.name), state: one.state, is_base: one.isBase },
      ...{ price: sumsOf(one.priceTiyin), period_days: one.periodDays, auto_renew: one.autoRenew },
      ...{ paid_until: secOf(one.paidUntilMs), paused_until: secOf(one.pausedUntilMs ?? 0) },
      next:
        one.next === undefined ? null : { name: wordsOf(one.next.name), price: sumsOf(one.next.priceTiyin) },
    })),
    entries: entries.map((one) => ({
      ...{ ledger_entry_id: one.ledgerEntryId, kind: one.kind, at: secOf(one.happenedAtMs) },
      ...{ amount: sumsOf(one.amountTiyin), balance: sumsOf(one.balanceAfterTiyin) },
      ...{ tariff: wordsOf(one.tariff), source: /^([a-z]+):/.exec(one.reference)?.[1] ?? '' },
    })),
    cards: cards.map((one) => ({
      ...{ mask: one.mask, expiry: shownExpiry(one.expiryYymm) },
      ...{ is_main: one.isMain, auto_pay: one.autoPay },
    })),
    devices: devices.map((one) => ({
      ...{ device_id: one.deviceId, kind: one.kind, name: one.name, model: shownModel(one.model) },
      ...{ address: one.address, first_seen_at: secOf(one.firstSeenMs), last_seen_at: secOf(one.lastSeenMs) },
    })),
    streams: streams.map((one) => ({
      ...{ stream_id: one.streamId, ...playedOf(one.item, names), since: secOf(one.startedMs ?? 0) },
      device_id: devices.find(({ sessionId }) => sessionId === one.holder)?.deviceId ?? 0,
    })),
  }
}

/** `live:12`, `archive:12:1700000000`, `film:7:3`. */
function playedOf(item: string, { television, catalogue }: Names) {
  const [kind = '', number = ''] = item.split(':')
  if (kind === 'film')
    return { kind: 'film', title: wordsOf(catalogue.now().anyTitle(Number(number))?.name) } as const
  const title = wordsOf(television.now().channel(Number(number))?.name)
  return { kind: kind === 'archive' ? 'archive' : 'live', title } as const
}

function wordsOf(
  name: { readonly ru: string; readonly uz: string; readonly en?: string } | undefined,
): Words {
  if (name === undefined) return noWords
  const ru = name.ru === '' ? name.uz : name.ru
  return { ru, uz: name.uz === '' ? ru : name.uz, en: name.en ?? ru }
}

export function presentEntry(entry: TimelineEntry) {
  const { key, atMs, kind, what, amountTiyin, balanceTiyin, name, text, by, device, address, actId } = entry
  return {
    ...{ key, at: secOf(atMs), kind, what, amount: sumsOf(amountTiyin), balance: sumsOf(balanceTiyin) },
    ...{ name: wordsOf(name), text, by, device, address, act_id: actId },
  }
}
