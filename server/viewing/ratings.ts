import { likedRating } from './rules.ts'
import type { Watched } from './positions.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

/** All viewers' ratings of a title. */
export interface RatingSum {
  readonly count: number
  readonly sum: number
}

/** Writes a rating and replaces the previous one; 0 removes it. */
export async function writeRating(
  db: Db,
  params: {
    readonly key: ProfileKey
    readonly vid: number
    readonly rating: number
    readonly nowMs: number
  },
): Promise<void> {
  const { key, vid, rating } = params
  const { accountId, profileNo } = key
  if (rating === 0) {
    await db
      .deleteFrom('title_rating')
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .where('title_id', '=', vid)
      .execute()
    return
  }
  const values = { rating, rated_at: new Date(params.nowMs) }
  await db
    .insertInto('title_rating')
    .values({ account_id: accountId, profile_no: profileNo, title_id: vid, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_no', 'title_id']).doUpdateSet(values))
    .execute()
}

/** A viewer's own rating; 0 when there is none. */
export async function ratingOf(db: Db, { accountId, profileNo }: ProfileKey, vid: number): Promise<number> {
  const row = await db
    .selectFrom('title_rating')
    .select('rating')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('title_id', '=', vid)
    .executeTakeFirst()
  return row?.rating ?? 0
}

/** Titles the viewer rated well, the newest first. */
export async function wellRated(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  limit: number,
): Promise<readonly Watched[]> {
  const rows = await db
    .selectFrom('title_rating')
    .select(['title_id', 'rated_at'])
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('rating', '>=', likedRating)
    .orderBy('rated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ vid: row.title_id, atMs: row.rated_at.getTime() }))
}

export interface RatingSums {
  of(vid: number): Promise<RatingSum>
  /** The title was rated: the next request reads the sum from the database. */
  forget(vid: number): void
}

const keepMs = 30_000
const maxStored = 5000

/** The sums of all ratings, cached for half a minute: a popular title has too many to add up at each page view. */
export function openRatingSums(db: Db, clock: Clock): RatingSums {
  const cache = new Map<number, { readonly sum: Promise<RatingSum>; readonly untilMs: number }>()
  return {
    of: (vid) => {
      const result = cache.get(vid)
      if (result !== undefined && clock.nowMs() < result.untilMs) return result.sum
      const sum = addUp(db, vid)
      cache.delete(vid)
      for (const oldest of cache.keys()) {
        if (cache.size < maxStored) break
        cache.delete(oldest)
      }
      const entry = { sum, untilMs: clock.nowMs() + keepMs }
      cache.set(vid, entry)
      sum.catch(() => {
        if (cache.get(vid) === entry) cache.delete(vid)
      })
      return sum
    },
    forget: (vid) => void cache.delete(vid),
  }
}

async function addUp(db: Db, vid: number): Promise<RatingSum> {
  const { count, sum } = await db
    .selectFrom('title_rating')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.sum<number | null>('rating').as('sum')])
    .where('title_id', '=', vid)
    .executeTakeFirstOrThrow()
  return { count, sum: sum ?? 0 }
}
