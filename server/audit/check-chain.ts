import { eventsAfter, type WrittenEvent } from './list-events.ts'
import type { StoredHead } from './stored-heads.ts'
import { chainHash, firstHash, keyedEvent, markOfKey } from './security-event.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What a check of the whole chain found. */
export type CheckedChain =
  | {
      readonly kind: 'whole'
      readonly events: number
      readonly lastHash: string
      /** The first event that is keyed; undefined when none is: such a chain can be written anew by whoever may write. */
      readonly keyedFrom: number | undefined
      /** Events under a key that is lost (`secrets accept`): their order can be checked, what they say cannot. */
      readonly lostKey: number
    }
  /**
   * `missing`: the row of this number is not there. `changed`: it does not say what it said when it was written. `cut`:
   * it was there once, as a head that was kept elsewhere says, and the chain ends before it.
   */
  | { readonly kind: 'broken'; readonly eventId: number; readonly how: 'missing' | 'changed' | 'cut' }

/** By what a chain is checked. */
export interface CheckedBy {
  /** The key that the chain has now; without it only plain hashes can be checked. */
  readonly key?: string
  /** Heads that were kept elsewhere: without them rows cut off at the very end cannot be noticed. */
  readonly heads?: readonly StoredHead[]
}

const rowsAtOnce = 2000

/**
 * Computes the chain again from its first row and names the first that breaks it. Plain hashes count up to the event that
 * says the chain is keyed; from there on only the key makes them. It must end under the key that is given.
 */
export async function checkChain(db: Db, by: CheckedBy = {}): Promise<CheckedChain> {
  const heads = new Map(by.heads?.map(({ eventId, hash }) => [eventId, hash]))
  const link = linkOf(by.key)
  let lastId = 0
  for (;;) {
    const rows = await eventsAfter(db, lastId, rowsAtOnce)
    for (const row of rows) {
      if (row.eventId !== lastId + 1) return { kind: 'broken', eventId: lastId + 1, how: 'missing' }
      const isAsStored = (heads.get(row.eventId) ?? row.hash) === row.hash
      if (!link.takes(row) || !isAsStored) return { kind: 'broken', eventId: row.eventId, how: 'changed' }
      lastId = row.eventId
    }
    if (rows.length === rowsAtOnce) continue
    const { lostAt, lastHash, keyedFrom, lostKey } = link
    if (lostAt !== undefined) return { kind: 'broken', eventId: lostAt, how: 'changed' }
    const cut = [...heads.keys()].filter((eventId) => eventId > lastId)
    if (cut.length > 0) return { kind: 'broken', eventId: lastId + 1, how: 'cut' }
    return { kind: 'whole', events: lastId, lastHash, keyedFrom, lostKey }
  }
}

/** Follows the chain row by row. */
function linkOf(key: string | undefined) {
  const mark = key === undefined ? undefined : markOfKey(key)
  let [now, lastHash, lostKey]: ['plain' | 'ours' | 'lost', string, number] = ['plain', firstHash, 0]
  let keyedFrom: number | undefined
  /** Where the part began that is under another key. */
  let lostAt: number | undefined
  return {
    get lastHash() {
      return lastHash
    },
    get keyedFrom() {
      return keyedFrom
    },
    get lostKey() {
      return lostKey
    },
    get lostAt() {
      return lostAt
    },
    /** Whether this row is what comes next. */
    takes: (row: WrittenEvent): boolean => {
      if (row.event === keyedEvent) {
        now = row.facts['mark'] === mark ? 'ours' : 'lost'
        keyedFrom ??= row.eventId
        lostAt = now === 'ours' ? undefined : (lostAt ?? row.eventId)
      }
      if (now === 'lost') lostKey += 1
      else if (chainHash(now === 'ours' ? key : undefined, lastHash, row.eventId, row) !== row.hash)
        return false
      lastHash = row.hash
      return true
    },
  }
}
