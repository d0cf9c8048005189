/** When subscribers are reminded of a charge or a suspension, and when a saved card is tried again. */
import { sql } from 'kysely'
import type { RecordIn } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface Dunning {
  /** Days before a charge, 1 to 14; the longest first. */
  readonly beforeDays: readonly number[]
  /** Days after a suspension, 0 to 60, the shortest first; 0: as soon as it happens. */
  readonly afterDays: readonly number[]
  /** Days after the first refusal of a card, 1 to 30, the shortest first. */
  readonly retryDays: readonly number[]
  /** Cards are charged from this hour until before `retryUntil`, by the clock of Tashkent. */
  readonly retryFrom: number
  readonly retryUntil: number
}

export interface StoredDunning extends Dunning {
  readonly version: number
}

export async function loadDunning(db: Db): Promise<StoredDunning> {
  const row = await db.selectFrom('dunning').selectAll().executeTakeFirstOrThrow()
  return {
    beforeDays: row.before_days,
    afterDays: row.after_days,
    retryDays: row.retry_days,
    retryFrom: row.retry_from,
    retryUntil: row.retry_until,
    version: row.version,
  }
}

/**
 * Saves what was changed from its version, with its entry in the audit; undefined when somebody else changed it meanwhile.
 * Returns the former one.
 */
export async function saveDunning(
  db: Db,
  { version, ...dunning }: StoredDunning,
  record: RecordIn<StoredDunning>,
): Promise<StoredDunning | undefined> {
  const days = (all: readonly number[], isLongestFirst = false) => {
    const sorted = [...new Set(all)].toSorted((a, b) => a - b)
    return isLongestFirst ? sorted.toReversed() : sorted
  }
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('dunning').select('version').forUpdate().execute()
    const former = await loadDunning(trx)
    if (former.version !== version) return undefined
    await trx
      .updateTable('dunning')
      .set({
        before_days: days(dunning.beforeDays, true),
        after_days: days(dunning.afterDays),
        retry_days: days(dunning.retryDays),
        retry_from: dunning.retryFrom,
        retry_until: dunning.retryUntil,
        version: sql`version + 1`,
      })
      .execute()
    await record(trx, former)
    return former
  })
}
