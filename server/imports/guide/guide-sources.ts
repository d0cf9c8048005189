import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ScheduleMapping } from '#server/imports/guide-json/schedule-mapping.ts'
import type { GuideSourceTable } from '#server/imports/source/tables.ts'

/** A guide that is fetched periodically. */
export type GuideSource = Selectable<GuideSourceTable>

export interface NewGuideSource {
  readonly name: string
  /** An http(s) address, or the absolute path of a file. */
  readonly address: string
  readonly everyMin: number
  readonly zone: string
  readonly shiftMin: number
  readonly allowLocal: boolean
  /** How a JSON schedule is read; guessed when absent. */
  readonly mapping?: ScheduleMapping | undefined
}

/** The result of a fetch. */
export interface GuideReadingNote {
  readonly state: GuideSource['state']
  readonly outcome: string
  readonly triedAtMs: number
  readonly nextAtMs: number
  readonly failures: number
  /** Absent: unchanged. */
  readonly takenAtMs?: number
  readonly channelIds?: readonly number[]
  readonly etag?: string | null
  readonly lastModified?: string | null
  readonly fileStamp?: string | null
}

/** The format that `guide_source` allows. */
export const sourceNameForm = /^[a-z0-9][a-z0-9._-]{0,59}$/

export function isAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/** In order of priority: channels of an earlier source are left to it. */
export async function listSources(db: Db): Promise<readonly GuideSource[]> {
  return db.selectFrom('guide_source').selectAll().orderBy('id').execute()
}

export async function findSource(db: Db, name: string): Promise<GuideSource | undefined> {
  return db.selectFrom('guide_source').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Adds a source; false when another has that name. */
export async function addSource(db: Db, source: NewGuideSource, nowMs: number): Promise<boolean> {
  const added = await db
    .insertInto('guide_source')
    .values({
      name: source.name,
      address: source.address,
      every_min: source.everyMin,
      zone: source.zone,
      shift_min: source.shiftMin,
      allow_local: source.allowLocal,
      mapping: source.mapping === undefined ? null : JSON.stringify(source.mapping),
      next_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const defaultEveryMin = 240
const maxOfAHost = 100

/** How its deliveries are read; absent: as they say themselves. */
interface ReadingOfSource {
  readonly zone?: string
  readonly shiftMin?: number
  readonly mapping?: ScheduleMapping | undefined
}

/** Adds a source named by its host; undefined when its address exists already. */
export async function addSourceOf(
  db: Db,
  address: string,
  nowMs: number,
  everyMin = defaultEveryMin,
  { zone = '+00:00', shiftMin = 0, mapping }: ReadingOfSource = {},
): Promise<string | undefined> {
  const existing = await listSources(db)
  if (existing.some((source) => source.address === address)) return undefined
  const host = new URL(address).hostname
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '')
    .replace(/^[^a-z0-9]+/, '')
  const name = host === '' ? 'guide' : host.slice(0, 50)
  for (let place = 1; place <= maxOfAHost; place += 1) {
    const own = place === 1 ? name : `${name}-${place}`
    const source = {
      name: own,
      address,
      everyMin,
      ...{ zone, shiftMin, mapping },
      allowLocal: false,
    }
    if (await addSource(db, source, nowMs)) return own
  }
  return undefined
}

/** A running server reads the source within a minute: again, or the delivery that was held back. False for no source. */
export async function requestSource(db: Db, name: string, request: 'read' | 'accept'): Promise<boolean> {
  const asked = await db
    .updateTable('guide_source')
    .set({ request })
    .where('name', '=', name)
    .executeTakeFirst()
  return asked.numUpdatedRows > 0n
}

/** Deletes a source; its guide stays. */
export async function removeSource(db: Db, name: string): Promise<GuideSource | undefined> {
  return db.deleteFrom('guide_source').where('name', '=', name).returningAll().executeTakeFirst()
}

/**
 * Claims a source for reading until `untilMs`, unless it or another is being read by any process: only one guide is
 * read at a time. Undefined when it was not free. Its request is in the result and no longer in the table: one that is
 * made during the reading is for the next.
 */
export async function claimSource(
  db: Db,
  id: number,
  time: { readonly nowMs: number; readonly untilMs: number },
): Promise<GuideSource | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('guide_source'))`.execute(tx)
    const busy = await tx
      .selectFrom('guide_source')
      .select('id')
      .where('claimed_until', '>', new Date(time.nowMs))
      .executeTakeFirst()
    if (busy !== undefined) return undefined
    const source = await tx
      .selectFrom('guide_source')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (source === undefined) return undefined
    await tx
      .updateTable('guide_source')
      .set({ claimed_until: new Date(time.untilMs), request: '' })
      .where('id', '=', id)
      .execute()
    return source
  })
}

/** Releases a claimed source without a result. The `request` of an interrupted reading is asked for again. */
export async function releaseSource(db: Db, id: number, request: GuideSource['request'] = ''): Promise<void> {
  await db
    .updateTable('guide_source')
    .set({ claimed_until: null, ...(request === '' ? {} : { request }) })
    .where('id', '=', id)
    .execute()
}

/** Stores the result of reading a claimed source, and releases it. */
export async function noteReading(db: Db, id: number, note: GuideReadingNote): Promise<void> {
  await db
    .updateTable('guide_source')
    .set({
      state: note.state,
      outcome: note.outcome.slice(0, 2000),
      tried_at: new Date(note.triedAtMs),
      next_at: new Date(note.nextAtMs),
      failures: note.failures,
      claimed_until: null,
      ...(note.takenAtMs === undefined ? {} : { taken_at: new Date(note.takenAtMs) }),
      ...(note.channelIds === undefined ? {} : { channel_ids: [...note.channelIds] }),
      ...(note.etag === undefined ? {} : { etag: note.etag }),
      ...(note.lastModified === undefined ? {} : { last_modified: note.lastModified }),
      ...(note.fileStamp === undefined ? {} : { file_stamp: note.fileStamp }),
    })
    .where('id', '=', id)
    .execute()
}

/** Without credentials: user, password and query. */
export function shownAddress(address: string): string {
  if (!isAddress(address)) return address
  try {
    const { protocol, host, pathname, search } = new URL(address)
    return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`
  } catch {
    return 'an address that cannot be read'
  }
}
