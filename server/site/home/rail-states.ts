/** Rails as things whose changes can be taken back. */
import { type Kysely, sql } from 'kysely'
import type { EntityStore, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { recordStates, recordStore, type RecordTable } from '#server/site/content/record-store.ts'

/** The name of rails in sets of changes. */
export const railEntity = 'home_rail'

const rails: RecordTable = {
  ...{ table: 'home_rail', id: 'rail_id', place: 'position' },
  moments: ['shown_from', 'shown_until'],
  period: { from: 'shown_from', until: 'shown_until' },
}

/** Waits for other edits of rails. */
async function lockRails(tx: DbTransaction): Promise<void> {
  await sql`lock table home_rail in share row exclusive mode`.execute(tx)
}

/** The states of all rails. */
export function railStates(db: Kysely<Database>): Promise<States> {
  return recordStates(db, rails)
}

export const railStore: EntityStore = recordStore(rails, lockRails)
