import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { PublishedTitle } from '#server/catalogue/titles/title.ts'
import {
  withoutConflicts,
  moveIdsOn,
  keepGenres,
  keepPeople,
  checkPlaces,
  writeCredits,
  writeFiles,
  writeGenres,
  writeTitle,
} from './title-store.ts'
import { writeSeasons } from './episode-store.ts'

/** The result of publishing one title. */
export interface TitleOutcome {
  readonly key: string
  readonly vid: number
  readonly outcome: 'added' | 'changed' | 'unchanged'
}

// A transaction of this many titles locks for a fraction of a second.
const titlesAtOnce = 100

/**
 * Creates or updates these titles. A title whose content is the same as last time is not changed. Seasons, episodes
 * and files that are missing in the input stay: removal is a decision, not an import. Sends `catalogue_changed` when
 * anything changed. Throws on a category or provider that does not exist.
 */
export async function publishTitles(
  db: Db,
  titles: readonly PublishedTitle[],
  nowMs: number,
): Promise<readonly TitleOutcome[]> {
  const keys = new Set(titles.map((title) => title.key))
  invariant(keys.size === titles.length, 'two titles were published under one key')
  const outcomes: TitleOutcome[] = []
  for (let start = 0; start < titles.length; start += titlesAtOnce) {
    outcomes.push(...(await publishSome(db, titles.slice(start, start + titlesAtOnce), nowMs)))
  }
  return outcomes
}

/** What `publishTitles` would change, without writing anything. A title that does not exist yet has the vid 0. */
export async function compareTitles(
  db: Db,
  titles: readonly PublishedTitle[],
): Promise<readonly TitleOutcome[]> {
  if (titles.length === 0) return []
  const keys = titles.map((title) => title.key)
  const rows = await db
    .selectFrom('title')
    .select(['id', 'key', 'content_hash'])
    .where('key', 'in', keys)
    .execute()
  const before = new Map(rows.map((row) => [row.key, row]))
  return titles.map((title) => {
    const row = before.get(title.key)
    if (row === undefined) return { key: title.key, vid: 0, outcome: 'added' }
    const isSame = row.content_hash === contentHash(title)
    return { key: title.key, vid: row.id, outcome: isSame ? 'unchanged' : 'changed' }
  })
}

function publishSome(db: Db, titles: readonly PublishedTitle[], nowMs: number): Promise<TitleOutcome[]> {
  const publish = (tx: DbTransaction) => publishWithin(tx, titles, nowMs)
  return db.isTransaction ? publish(db as DbTransaction) : db.transaction().execute(publish)
}

async function publishWithin(
  tx: DbTransaction,
  titles: readonly PublishedTitle[],
  nowMs: number,
): Promise<TitleOutcome[]> {
  const existing = await tx
    .selectFrom('title')
    .select(['id', 'key', 'content_hash', 'locked'])
    .where(
      'key',
      'in',
      titles.map((title) => title.key),
    )
    .forUpdate()
    .execute()
  const before = new Map(existing.map((row) => [row.key, row]))
  const outcomes: TitleOutcome[] = []
  const todo = titles.filter((title) => before.get(title.key)?.content_hash !== contentHash(title))
  const genreIds = await keepGenres(tx, todo)
  const personIds = await keepPeople(tx, todo)
  await checkPlaces(tx, todo)
  const requestedVids = await withoutConflicts(
    tx,
    todo.filter(({ key }) => !before.has(key)),
  )
  for (const title of titles) {
    const row = before.get(title.key)
    const hash = contentHash(title)
    if (row?.content_hash === hash) {
      outcomes.push({ key: title.key, vid: row.id, outcome: 'unchanged' })
      continue
    }
    const locked = row?.locked ?? []
    const written = { contentHash: hash, nowMs, vid: requestedVids.get(title.key), locked }
    const vid = await writeTitle(tx, title, written)
    await writeGenres(tx, vid, title, genreIds, locked)
    await writeCredits(tx, vid, title, personIds, locked)
    await writeFiles(tx, vid, title, locked)
    await writeSeasons(tx, vid, title)
    outcomes.push({ key: title.key, vid, outcome: row === undefined ? 'added' : 'changed' })
  }
  if (requestedVids.size > 0) await moveIdsOn(tx)
  if (todo.length > 0) await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
  return outcomes
}

/** The same content gives the same hash, whatever the order of its fields. */
export function contentHash(title: PublishedTitle): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(title)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  )
}
