import type { Accounts, DeviceRow } from '#server/accounts/accounts.ts'
import { listEvents } from '#server/audit/audit.ts'
import type { Billing, HistoryEntry, SubscriptionRecord, TariffRecord } from '#server/billing/billing.ts'
import { findCards } from '#server/cards/cards.ts'
import { type City, type CityWay, listCities, readAccountCities } from '#server/cities/cities.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Region } from '#server/region/region.ts'
import { mainServiceId } from '#server/site/site.ts'
import type { StreamRecord, Streams } from '#server/streams/streams.ts'
import { languageOfDevices } from '#server/push/push.ts'
import { doublesOf, isErased, mergedInto } from './acts/act-store.ts'
import { readSummaries, type SubscriberSummary } from './summary.ts'

export interface CardDeps {
  readonly db: Db
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'listDevices'>
  readonly billing: Pick<Billing, 'tariffs' | 'subscriptionsOf' | 'history' | 'plannedChange'>
  readonly streams: Pick<Streams, 'activeStreams'>
  readonly region: Pick<Region, 'audienceOf'>
}

/** A saved card as its owner sees it. */
export interface MaskedCard {
  readonly mask: string
  /** Year and month, `2811`. */
  readonly expiryYymm: string
  readonly isMain: boolean
  readonly autoPay: boolean
}

interface Double {
  readonly accountId: number
  readonly abonement: string
}

/** Everything on the card of a subscriber except its timeline. */
export interface SubscriberCard {
  readonly summary: SubscriberSummary
  readonly tariffs: readonly (SubscriptionRecord & {
    readonly name: TariffRecord['name']
    /** The base tariff that takes its place when its paid time ends; undefined: none. */
    readonly next: { readonly name: TariffRecord['name']; readonly priceTiyin: number } | undefined
  })[]
  /** The last entries of the ledger, the newest first. */
  readonly entries: readonly (HistoryEntry & { readonly tariff: TariffRecord['name'] | undefined })[]
  readonly cards: readonly MaskedCard[]
  readonly devices: readonly DeviceRow[]
  readonly streams: readonly StreamRecord[]
  /** Closed accounts that were merged into this one, and the one that this was merged into. */
  readonly doubles: readonly Double[]
  readonly mergedInto: Double | undefined
  readonly isErased: boolean
  /** 1: the main one. */
  readonly brand: number
  /** Of the last app that registered for messages; '' when none has. */
  readonly language: string
  /** Where the device seen last was, inside or outside the country; '' without a device. */
  readonly region: string
  /** Undefined: nobody said it, and no network suggests it. */
  readonly city: CardCity | undefined
}

export interface CardCity extends Pick<City, 'cityId' | 'name'> {
  /** Of a city that is no region itself. */
  readonly region: City['name'] | undefined
  readonly way: CityWay
}

const maxEntries = 20

/** Undefined: there is no such account. */
export async function readCard(deps: CardDeps, accountId: number): Promise<SubscriberCard | undefined> {
  const { db, clock, accounts, billing, streams, region } = deps
  const [summary] = await readSummaries(db, [accountId], clock.nowMs())
  if (summary === undefined) return undefined
  const [{ tariffs, subscriptions, entries, planned }, cards, devices, active, language, brand] =
    await Promise.all([
      readMoney(billing, accountId),
      findCards(db, accountId),
      accounts.listDevices(accountId),
      streams.activeStreams(accountId),
      languageOfDevices(db, accountId),
      brandOf(db, accountId),
    ])
  const [doubles, into, erased, city] = await Promise.all([
    doublesOf(db, accountId),
    mergedInto(db, accountId),
    isErased(db, accountId),
    readCity(db, accountId),
  ])
  const latest = devices.toSorted((a, b) => b.lastSeenMs - a.lastSeenMs)[0]
  return {
    summary: await withClosedMoment(db, summary),
    tariffs: subscriptions.map((one) => ({
      ...{ ...one, name: nameIn(tariffs, one.tariffId) },
      next:
        planned?.fromTariffId === one.tariffId
          ? { name: nameIn(tariffs, planned.tariffId), priceTiyin: planned.priceTiyin }
          : undefined,
    })),
    entries: entries.map((one) => ({
      ...one,
      tariff: one.tariffId === null ? undefined : nameIn(tariffs, one.tariffId),
    })),
    cards: cards.map((card) => ({
      mask: card.pan_mask,
      expiryYymm: card.expiry_yymm,
      isMain: card.is_main,
      autoPay: card.auto_pay,
    })),
    devices,
    streams: active,
    doubles,
    mergedInto: into,
    isErased: erased,
    brand,
    language,
    region: latest === undefined || latest.address === '' ? '' : region.audienceOf(latest.address),
    city,
  }
}

async function readMoney(billing: CardDeps['billing'], accountId: number) {
  const [tariffs, subscriptions, entries, planned] = await Promise.all([
    billing.tariffs(),
    billing.subscriptionsOf(accountId),
    billing.history({ accountId, limit: maxEntries }),
    billing.plannedChange(accountId),
  ])
  return { tariffs, subscriptions, entries, planned }
}

async function brandOf(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('service_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.service_id ?? mainServiceId
}

async function readCity(db: Db, accountId: number): Promise<CardCity | undefined> {
  const own = (await readAccountCities(db, [accountId])).get(accountId)
  if (own === undefined) return undefined
  const cities = new Map((await listCities(db)).map((one) => [one.cityId, one]))
  const city = cities.get(own.cityId)
  if (city === undefined) return undefined
  return { cityId: city.cityId, name: city.name, region: cities.get(city.regionId ?? 0)?.name, way: own.way }
}

/** The name of a tariff, `№ 57` for one that is gone. */
export function nameIn(tariffs: ReadonlyMap<number, TariffRecord>, tariffId: number): TariffRecord['name'] {
  const nameless = `№ ${tariffId}`
  return tariffs.get(tariffId)?.name ?? { en: nameless, ru: nameless, uz: nameless }
}

/** When an account was blocked or closed is in the audit alone. */
async function withClosedMoment(db: Db, summary: SubscriberSummary): Promise<SubscriberSummary> {
  const { accountId, standing } = summary
  if (standing.kind !== 'blocked' && standing.kind !== 'closed') return summary
  const event = standing.kind === 'blocked' ? 'account_blocked' : 'account_deactivated'
  const [last] = await listEvents(db, { accountId, event, limit: 1 })
  return { ...summary, standing: { ...standing, atMs: last?.happenedAtMs ?? 0 } }
}
