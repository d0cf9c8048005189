import { erasedRest } from './erased-rest.ts'
import { eventsAfter, type WrittenEvent } from './list-events.ts'
import type { StoredHead } from './stored-heads.ts'
import { chainHash, erasedEvent, firstHash, isEmptied, keyedEvent, markOfKey } from './security-event.ts'
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
 * Rows that were emptied are accepted with a later event of the chain that says so.
 */
export async function checkChain(db: Db, by: CheckedBy = {}): Promise<CheckedChain> {
  const heads = new Map(by.heads?.map(({ eventId, hash }) => [eventId, hash]))
  const link = linkOf(db, by.key)
  let lastId = 0
  for (;;) {
    const rows = await eventsAfter(db, lastId, rowsAtOnce)
    for (const row of rows) {
      if (row.eventId !== lastId + 1) return { kind: 'broken', eventId: lastId + 1, how: 'missing' }
      const isAsStored = (heads.get(row.eventId) ?? row.hash) === row.hash
      if (!(await link.takes(row)) || !isAsStored)
        return { kind: 'broken', eventId: row.eventId, how: 'changed' }
      lastId = row.eventId
    }
    if (rows.length === rowsAtOnce) continue
    const { lostAt, lastHash, keyedFrom, lostKey, emptiedAt } = link
    if (emptiedAt !== undefined) return { kind: 'broken', eventId: emptiedAt, how: 'changed' }
    if (lostAt !== undefined) return { kind: 'broken', eventId: lostAt, how: 'changed' }
    const cut = [...heads.keys()].filter((eventId) => eventId > lastId)
    if (cut.length > 0) return { kind: 'broken', eventId: lastId + 1, how: 'cut' }
    return { kind: 'whole', events: lastId, lastHash, keyedFrom, lostKey }
  }
}

/** Checks the chain row by row. */
function linkOf(db: Db, key: string | undefined) {
  const mark = key === undefined ? undefined : markOfKey(key)
  let [now, lastHash, lostKey]: ['plain' | 'ours' | 'lost', string, number] = ['plain', firstHash, 0]
  let keyedFrom: number | undefined
  /** Where the part under another key started. */
  let lostAt: number | undefined
  const emptied = emptiedRows(db)
  return {
    get emptiedAt() {
      return emptied.first()
    },
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
    takes: async (row: WrittenEvent): Promise<boolean> => {
      if (row.event === keyedEvent) {
        now = row.facts['mark'] === mark ? 'ours' : 'lost'
        keyedFrom ??= row.eventId
        lostAt = now === 'ours' ? undefined : (lostAt ?? row.eventId)
      }
      if (now === 'lost') lostKey += 1
      else if (chainHash(now === 'ours' ? key : undefined, lastHash, row.eventId, row) !== row.hash) {
        if (!emptied.takes(row)) return false
        lastHash = row.hash
        return true
      }
      // Under a lost key too: rows from before it were emptied with it.
      if (row.event === erasedEvent) await emptied.settle(row)
      lastHash = row.hash
      return true
    },
  }
}

/** The first row of each account that was emptied without an event of the chain, so far, that says so. */
function emptiedRows(db: Db) {
  const open = new Map<number, number>()
  return {
    /** The first of those that no event speaks of. */
    first: () => (open.size === 0 ? undefined : Math.min(...open.values())),
    takes: (row: WrittenEvent): boolean => {
      if (row.accountId === null || row.event === erasedEvent || !isEmptied(row)) return false
      if (!open.has(row.accountId)) open.set(row.accountId, row.eventId)
      return true
    },
    settle: async ({ eventId, accountId, facts }: WrittenEvent): Promise<void> => {
      if (accountId === null || !open.has(accountId)) return
      const upTo = Number(facts['up_to'])
      if (upTo >= eventId || (await erasedRest(db, accountId, upTo)) !== facts['rest']) return
      open.delete(accountId)
    },
  }
}
