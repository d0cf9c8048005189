/** Tariffs by hand: every change is a set that can be taken back. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordIn } from '#server/audit/audit.ts'
import {
  type Author,
  type EntityStore,
  diffStates,
  listChanges,
  recordChange,
} from '#server/changes/changes.ts'
import { applyDuePricesIn, readDatedPrices } from '#server/billing/tariffs/dated-prices.ts'
import { excludedTariffIds } from '#contract/form/constants.ts'
import { type TariffRecord, periodsOf } from '#server/billing/tariffs/rules.ts'
import { announceTariffs, lockTariffs } from '#server/billing/tariffs/tariff-lock.ts'
import { partOfLook, plainLook } from '#server/billing/tariffs/tariff-look.ts'
import {
  loadTariffs,
  openedByRules,
  writeTariff,
  writeTariffContent,
} from '#server/billing/tariffs/tariff.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { priceEntity, priceStore } from '#server/billing/tariffs/price-states.ts'
import { type TariffDraft, type TariffProblem, isPrice, problemOf, recordOf } from './tariff-rules.ts'
import {
  fieldsOfTariff,
  isTariffUsed,
  tariffEntity,
  tariffStore,
} from '#server/billing/tariffs/tariff-states.ts'

/** Who changes tariffs, and when (unix milliseconds). */
export interface TariffAuthor {
  readonly by: Author
  readonly nowMs: number
  /** Writes the set of changes, 0 when nothing differed, into the audit, in its transaction. */
  readonly record: RecordIn<number>
}

export interface TariffChanged {
  readonly kind: 'changed'
  /** 0 when nothing differed. */
  readonly changeId: number
  readonly tariffId: number
}

export type TariffRefused =
  | TariffProblem
  | { readonly kind: 'not_found' }
  /** Somebody changed it since; '' is the command line or the system. */
  | { readonly kind: 'changed_since'; readonly who: string }
  /** These channels or providers are gone. */
  | { readonly kind: 'gone'; readonly channelIds: readonly number[]; readonly providerIds: readonly number[] }
  /** In the past, more than `maxAheadDays` ahead, or there is a price from that moment already. */
  | { readonly kind: 'price_date' }

/** A price is set at most so long ahead. */
const maxAheadDays = 366
const dayMs = 86_400_000

/** Names the state of a tariff: another one is a change since. */
export function revisionOf(tariff: TariffRecord): string {
  const fields = Object.entries(fieldsOfTariff(tariff)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)
}

type Edit = (
  tx: DbTransaction,
  tariffs: readonly TariffRecord[],
) => Promise<{ readonly tariffId: number; readonly priceId?: number } | TariffRefused>

/** Runs a change of tariffs, and stores what it changed. */
async function editing(
  db: Db,
  { by, nowMs, record, title }: TariffAuthor & { readonly title: string },
  edit: Edit,
): Promise<TariffChanged | TariffRefused> {
  return db.transaction().execute(async (tx) => {
    await lockTariffs(tx)
    await applyDuePricesIn(tx, nowMs)
    const tariffs = await loadTariffs(tx)
    const before = await tariffStore.read(
      tx,
      tariffs.map(({ tariffId }) => tariffId),
    )
    const done = await edit(tx, tariffs)
    if ('kind' in done) return done
    const after = await tariffStore.read(tx, [...before.keys(), done.tariffId])
    // A price that holds at once changes the tariff's own too: its undo returns both.
    const entries =
      done.priceId === undefined
        ? diffStates(tariffEntity, before, after, (fields) => tariffStore.labelOf(fields))
        : await newPriceEntries(tx, done.priceId)
    const changeId = await recordChange(tx, { kind: 'edit', section: 'billing', title, by, nowMs, entries })
    if (changeId > 0) await announceTariffs(tx)
    await record(tx, changeId)
    return { kind: 'changed', changeId, tariffId: done.tariffId }
  })
}

async function newPriceEntries(tx: DbTransaction, priceId: number) {
  const after = await priceStore.read(tx, [priceId])
  return diffStates(priceEntity, new Map(), after, (fields) => priceStore.labelOf(fields))
}

/** A draft of a tariff: `tariffId` undefined creates one; `revision` is that of the tariff that was shown. */
export interface SavedTariff {
  readonly tariffId: number | undefined
  readonly revision: string
  readonly draft: TariffDraft
}

/** Saves a tariff. Subscribers keep their price; what it opens applies at once. */
export function saveTariff(
  db: Db,
  saved: SavedTariff,
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  return editing(
    db,
    { ...who, title: saved.tariffId === undefined ? 'tariff_added' : 'tariff' },
    async (tx, tariffs) => {
      const drafted = await draftedTariff(tx, tariffs, saved)
      if ('kind' in drafted) return drafted
      const { after } = drafted
      await writeTariff(tx, after)
      await writeTariffContent(tx, after)
      return { tariffId: after.tariffId }
    },
  )
}

/** The tariff that a draft makes, or why it cannot; nothing is written but numbers of new periods. */
export async function draftedTariff(
  tx: DbTransaction,
  tariffs: readonly TariffRecord[],
  { tariffId, revision, draft }: SavedTariff,
): Promise<{ readonly before: TariffRecord | undefined; readonly after: TariffRecord } | TariffRefused> {
  const before = tariffs.find((one) => one.tariffId === tariffId)
  if (tariffId !== undefined && before === undefined) return { kind: 'not_found' }
  if (before !== undefined && revisionOf(before) !== revision) return changedSince(tx, before.tariffId)
  if (before !== undefined && before.isBase !== draft.isBase && (await isTariffUsed(tx, before.tariffId)))
    return { kind: 'has_subscribers' }
  if (draft.periods.length === 0) return { kind: 'periods' }
  const gone = await goneParts(tx, draft, before)
  if (gone !== undefined) return gone
  const newIds = await freeNumbers(tx, tariffs, draft.periods.length + 1)
  const [own = 0, ...others] = newIds
  const position = Math.max(0, ...tariffs.map((one) => one.position)) + 1
  const after = recordOf(before?.tariffId ?? own, draft, before, {
    position,
    // The first period of a new tariff has its number.
    newIds: before === undefined ? [own, ...others] : others,
    openedByRules: await openedByRules(tx, draft.rules),
  })
  const rest = tariffs.filter((one) => one.tariffId !== after.tariffId)
  return problemOf(after, before, rest) ?? { before, after }
}

/** A deleted channel that the tariff has already may stay: it can be restored. */
async function goneParts(
  tx: DbTransaction,
  { channelIds, excludedIds, providerIds }: TariffDraft,
  before: TariffRecord | undefined,
): Promise<TariffRefused | undefined> {
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'channel' as kind, one.id from unnest(${[...channelIds, ...excludedIds]}::integer[]) as one (id)
    where not exists (select from channel where channel.id = one.id and deleted_at is null)
      and one.id <> all(${[...(before?.channelIds ?? []), ...(before?.byRule?.excludedIds ?? [])]}::integer[])
    union all
    select 'provider', one.id from unnest(${[...providerIds]}::integer[]) as one (id)
    where not exists (select from provider where provider.id = one.id)`.execute(tx)
  if (rows.length === 0) return undefined
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { kind: 'gone', channelIds: of('channel'), providerIds: of('provider') }
}

/** Numbers that no tariff and no period has or had. */
async function freeNumbers(
  tx: DbTransaction,
  tariffs: readonly TariffRecord[],
  count: number,
): Promise<readonly number[]> {
  const taken = new Set(tariffs.flatMap((one) => [one.tariffId, ...one.periods.map(({ id }) => id)]))
  const limit = count + taken.size
  const free: number[] = []
  for (let tries = 0; free.length < count && tries <= limit; tries += 1) {
    const { rows } = await sql<{ id: number }>`select nextval('tariff_number')::integer as id`.execute(tx)
    const id = rows[0]?.id ?? 0
    if (!taken.has(id) && !excludedTariffIds.includes(id)) free.push(id)
  }
  return free
}

async function changedSince(tx: DbTransaction, tariffId: number): Promise<TariffRefused> {
  const [last] = await listChanges(tx, { entity: tariffEntity, entityId: tariffId, limit: 1 })
  return { kind: 'changed_since', who: last?.staffName ?? '' }
}

/** Puts the tariffs in this order; those that are not named follow in theirs. */
export function orderTariffs(
  db: Db,
  tariffIds: readonly number[],
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  return editing(db, { ...who, title: 'tariffs_order' }, async (tx, tariffs) => {
    const [first] = tariffIds
    if (first === undefined || tariffIds.some((id) => !tariffs.some(({ tariffId }) => tariffId === id)))
      return { kind: 'not_found' }
    const others = tariffs.map(({ tariffId }) => tariffId).filter((id) => !tariffIds.includes(id))
    const order = [...tariffIds, ...others]
    await sql`
      update tariff set position = ordered.place
      from unnest(${order}::integer[]) with ordinality as ordered (tariff_id, place)
      where ordered.tariff_id = tariff.tariff_id`.execute(tx)
    return { tariffId: first }
  })
}

/** Offers a tariff, or stops offering it: those who have it keep it. */
export function offerTariff(
  db: Db,
  { tariffId, isOffered }: { readonly tariffId: number; readonly isOffered: boolean },
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  const title = isOffered ? 'tariff_offered' : 'tariff_retired'
  return editing(db, { ...who, title }, async (tx, tariffs) => {
    const before = tariffs.find((one) => one.tariffId === tariffId)
    if (before === undefined) return { kind: 'not_found' }
    const after = { ...before, isOffered }
    const rest = tariffs.filter((one) => one !== before)
    const problem = problemOf(after, before, rest)
    if (problem !== undefined) return problem
    await writeTariff(tx, after)
    return { tariffId }
  })
}

/** Gives a tariff a stored picture, which takes the place of its icon; '' for none. */
export function setTariffPicture(
  db: Db,
  { tariffId, picture }: { readonly tariffId: number; readonly picture: string },
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  return editing(db, { ...who, title: 'tariff' }, async (tx, tariffs) => {
    const before = tariffs.find((one) => one.tariffId === tariffId)
    if (before === undefined) return { kind: 'not_found' }
    const { look: former = plainLook, ...rest } = before
    await writeTariff(tx, { ...rest, ...partOfLook({ ...former, picture }) })
    return { tariffId }
  })
}

/** Removes a tariff that nobody has or had. */
export function removeTariff(
  db: Db,
  tariffId: number,
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  return editing(db, { ...who, title: 'tariff_removed' }, async (tx, tariffs) => {
    if (!tariffs.some((one) => one.tariffId === tariffId)) return { kind: 'not_found' }
    if (await isTariffUsed(tx, tariffId)) return { kind: 'has_subscribers' }
    await tx.deleteFrom('tariff').where('tariff_id', '=', tariffId).execute()
    return { tariffId }
  })
}

/** A price of a tariff's period from a date on. */
export interface PriceChange {
  readonly tariffId: number
  readonly periodDays: number
  readonly priceTiyin: number
  /** Unix milliseconds; undefined: now. */
  readonly fromMs: number | undefined
  readonly payers: 'new' | 'all'
}

/** Sets a price from a date on. */
export function changePrice(
  db: Db,
  change: PriceChange,
  who: TariffAuthor,
): Promise<TariffChanged | TariffRefused> {
  return editing(db, { ...who, title: 'tariff_price' }, async (tx, tariffs) => {
    const problem = await priceProblem(tx, tariffs, change, who.nowMs)
    if (problem !== undefined) return problem
    const { rows } = await sql<{ id: number }>`select nextval('tariff_price_number')::integer as id`.execute(
      tx,
    )
    const priceId = rows[0]?.id ?? 0
    const fromMs = change.fromMs ?? (await afterPurchases(tx, change, who.nowMs))
    await tx
      .insertInto('tariff_price')
      .values({
        ...{ tariff_price_id: priceId, tariff_id: change.tariffId, period_days: change.periodDays },
        ...{ price_tiyin: change.priceTiyin, payers: change.payers },
        effective_at: new Date(fromMs),
      })
      .execute()
    await applyDuePricesIn(tx, change.fromMs === undefined ? fromMs : who.nowMs)
    return { tariffId: change.tariffId, priceId }
  })
}

/** A clock that is ahead by more than this is wrong, and no reason to wait for it. */
const clocksApartMs = 60_000

/**
 * When a price that is set now begins, unix milliseconds: after every purchase at the former one. Those that are going
 * on are waited for, and later ones wait.
 */
async function afterPurchases(
  tx: DbTransaction,
  { tariffId, periodDays }: PriceChange,
  nowMs: number,
): Promise<number> {
  await sql`select from tariff where tariff_id = ${tariffId} for no key update`.execute(tx)
  const { rows } = await sql<{ last: Date | null }>`
    select max(priced_at) as last from subscription where tariff_id = ${tariffId} and period_days = ${periodDays}
      and state <> 'off' and priced_at <= ${new Date(nowMs + clocksApartMs)}`.execute(tx)
  return Math.max(nowMs, (rows[0]?.last?.getTime() ?? 0) + 1)
}

/** Why a price cannot be set so; undefined when it can. */
export async function priceProblem(
  tx: DbTransaction,
  tariffs: readonly TariffRecord[],
  { tariffId, periodDays, priceTiyin, fromMs }: PriceChange,
  nowMs: number,
): Promise<TariffRefused | undefined> {
  const tariff = tariffs.find((one) => one.tariffId === tariffId)
  if (tariff === undefined || !periodsOf(tariff).some((one) => one.periodDays === periodDays))
    return { kind: 'not_found' }
  if (!isPrice(priceTiyin)) return { kind: 'price', days: periodDays }
  const at = fromMs ?? nowMs
  if (at < nowMs || at > nowMs + maxAheadDays * dayMs) return { kind: 'price_date' }
  const dated = await readDatedPrices(tx, tariffId)
  const isTaken = dated.some((one) => one.periodDays === periodDays && one.fromMs === at)
  return isTaken ? { kind: 'price_date' } : undefined
}

/** The stores of tariffs for taking sets back, by entity. */
export const tariffStores: Readonly<Record<string, EntityStore>> = {
  [tariffEntity]: tariffStore,
  [priceEntity]: priceStore,
}
