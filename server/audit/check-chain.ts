import { eventsAfter } from './list-events.ts'
import { chainHash, firstHash } from './security-event.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * What a check of the whole chain found. Rows cut off at the very end leave a chain that is whole: whoever wants
 * to notice keeps `lastHash` elsewhere and compares.
 */
export type CheckedChain =
  | { readonly kind: 'whole'; readonly events: number; readonly lastHash: string }
  /** `missing`: the row of this number is not there. `changed`: it does not say what it said when it was written. */
  | { readonly kind: 'broken'; readonly eventId: number; readonly how: 'missing' | 'changed' }

const rowsAtOnce = 2000

/** Computes the chain again from its first row and names the first that breaks it. */
export async function checkChain(db: Db): Promise<CheckedChain> {
  let lastId = 0
  let hash = firstHash
  for (;;) {
    const rows = await eventsAfter(db, lastId, rowsAtOnce)
    for (const row of rows) {
      if (row.eventId !== lastId + 1) return { kind: 'broken', eventId: lastId + 1, how: 'missing' }
      hash = chainHash(hash, row.eventId, row)
      if (hash !== row.hash) return { kind: 'broken', eventId: row.eventId, how: 'changed' }
      lastId = row.eventId
    }
    if (rows.length < rowsAtOnce) return { kind: 'whole', events: lastId, lastHash: hash }
  }
}
