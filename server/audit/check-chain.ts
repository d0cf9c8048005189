import { eventsAfter, type WrittenEvent } from './list-events.ts'
import type { StoredHead } from './stored-heads.ts'
import { chainHash, firstHash, keyedEvent, markOfKey } from './security-event.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The result of a check of the whole chain. */
export type CheckedChain =
  | {
      readonly kind: 'whole'
      readonly events: number
      readonly lastHash: string
      /**
       * The first keyed event; undefined when there is none: such a chain can be rewritten with write access alone.
       */
      readonly keyedFrom: number | undefined
      /** Events under a lost key (`secrets accept`): their order can be checked, their content cannot. */
      readonly lostKey: number
    }
  /**
   * `missing`: there is no row with this number. `changed`: its content differs from what was written. `cut`: it
   * existed, as a head stored elsewhere shows, but the chain ends before it.
   */
  | { readonly kind: 'broken'; readonly eventId: number; readonly how: 'missing' | 'changed' | 'cut' }

/** The parameters of a check. */
export interface CheckedBy {
  /** The current key of the chain; without it only plain hashes can be checked. */
  readonly key?: string
  /** Heads stored elsewhere: without them rows cut off at the end cannot be noticed. */
  readonly heads?: readonly StoredHead[]
}

const rowsAtOnce = 2000

/**
 * Recomputes the chain from its first row and reports the first row that breaks it. Plain hashes are accepted up to
 * the event that says the chain is keyed; from there on hashes need the key. The chain must end under the given key.
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

/** Checks the chain row by row. */
function linkOf(key: string | undefined) {
  const mark = key === undefined ? undefined : markOfKey(key)
  let [now, lastHash, lostKey]: ['plain' | 'ours' | 'lost', string, number] = ['plain', firstHash, 0]
  let keyedFrom: number | undefined
  /** Where the part under another key started. */
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
    /** Whether this row is the next one of the chain. */
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
