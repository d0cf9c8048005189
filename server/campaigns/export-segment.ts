/** The subscribers of a segment as CSV. */
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { csvCell } from '#server/platform/primitives/csv-cell.ts'
import { removeSnapshot, snapshotBatches, takeSnapshot } from '#server/segments/segments.ts'
import { readSummaries } from '#server/subscribers/subscribers.ts'

/** As many as `readSummaries` reads at once. */
const batchSize = 100

/**
 * The lines of a file for spreadsheets, in UTF-8 with its mark: number, phone (digits), name, state and balance in soʻm
 * of those who are in the segment now. Read in batches, so any number of subscribers takes no memory.
 */
export async function* exportSegment(
  db: Db,
  rules: SegmentRules,
  nowMs: number,
): AsyncGenerator<string, void> {
  yield '\uFEFFnumber;phone;name;state;balance\r\n'
  const { snapshotId } = await takeSnapshot(db, rules, nowMs)
  try {
    for await (const accountIds of snapshotBatches(db, snapshotId, batchSize))
      for (const one of await readSummaries(db, accountIds, nowMs)) {
        const phone = one.phone?.replace(/\D/g, '') ?? ''
        const balance = String(one.balanceTiyin / 100)
        yield `${[one.abonement, phone, one.name, one.standing.kind, balance].map(csvCell).join(';')}\r\n`
      }
  } finally {
    // A reader that goes away in the middle ends here too.
    await removeSnapshot(db, snapshotId)
  }
}
