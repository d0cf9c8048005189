/** The whole list of the operator's networks by hand: checked line by line, and one set that can be taken back. */
import { sql } from 'kysely'
import { type Author, diffStates, listChanges, recordChange } from '#server/changes/changes.ts'
import { announceCities, listCities, lockCities } from '#server/cities/list/city-store.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type StoredNetwork, listNetworks, markOf, networkEntity, networkStore } from './network-store.ts'
import { maxNetworks, type NetworkLine, readNetworks, type ReadNetworks } from './read-networks.ts'

export interface NetworksRequest {
  /** As `readNetworks` reads it; '' for no networks. */
  readonly text: string
  /** `markOf` the list that was shown; undefined: whatever it is. */
  readonly mark: string | undefined
  /** Nothing is saved. */
  readonly isTrial: boolean
}

/** How many prefixes differ from the list before. */
export interface NetworksDiff {
  readonly total: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export type NetworksSaved =
  | { readonly kind: 'wrong'; readonly problems: ReadNetworks['problems']; readonly count: number }
  | { readonly kind: 'full'; readonly max: number }
  /** '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }
  | { readonly kind: 'trial'; readonly diff: NetworksDiff }
  /** `changeId` 0: nothing differed. */
  | { readonly kind: 'saved'; readonly diff: NetworksDiff; readonly changeId: number }

/** Replaces the list, or says what would differ. A list with a wrong line changes nothing. */
export async function saveNetworks(
  db: Db,
  { text, mark, isTrial }: NetworksRequest,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<NetworksSaved> {
  return db.transaction().execute(async (tx) => {
    await lockCities(tx)
    const read = readNetworks(text, await listCities(tx))
    if (read.isTooLong) return { kind: 'full', max: maxNetworks }
    if (read.problemCount > 0) return { kind: 'wrong', problems: read.problems, count: read.problemCount }
    if (read.networks.length > maxNetworks) return { kind: 'full', max: maxNetworks }
    const stored = await listNetworks(tx)
    const steps = stepsOf(stored, read.networks)
    const diff = {
      ...{ total: read.networks.length, added: steps.added.length },
      ...{ changed: steps.changed.length, removed: steps.removed.length },
    }
    if (isTrial) return { kind: 'trial', diff }
    if (mark !== undefined && mark !== markOf(stored))
      return { kind: 'changed_since', who: await lastAuthor(tx, stored) }
    const ids = stored.map(({ networkId }) => networkId)
    const before = await networkStore.read(tx, ids)
    const added = await write(tx, steps)
    const after = await networkStore.read(tx, [...ids, ...added])
    const entries = diffStates(networkEntity, before, after, (fields) => networkStore.labelOf(fields))
    const changeId = await recordChange(tx, {
      ...{ kind: 'edit', section: 'settings', title: 'networks', by, nowMs, entries },
    })
    if (changeId > 0) await announceCities(tx)
    return { kind: 'saved', diff, changeId }
  })
}

interface Steps {
  readonly added: readonly NetworkLine[]
  readonly changed: readonly StoredNetwork[]
  readonly removed: readonly number[]
}

function stepsOf(stored: readonly StoredNetwork[], next: readonly NetworkLine[]): Steps {
  const before = new Map(stored.map((one) => [one.prefix, one]))
  const after = new Set(next.map(({ prefix }) => prefix))
  return {
    added: next.filter(({ prefix }) => !before.has(prefix)),
    changed: next.flatMap((line) => {
      const former = before.get(line.prefix)
      if (former === undefined || (former.name === line.name && former.cityId === line.cityId)) return []
      return [{ ...line, networkId: former.networkId }]
    }),
    removed: stored.filter(({ prefix }) => !after.has(prefix)).map(({ networkId }) => networkId),
  }
}

/** Returns the ids of those that are new. */
async function write(tx: DbTransaction, { added, changed, removed }: Steps): Promise<readonly number[]> {
  await sql`delete from operator_network where operator_network_id = any(${[...removed]}::integer[])`.execute(
    tx,
  )
  for (const { networkId, name, cityId } of changed)
    await tx
      .updateTable('operator_network')
      .set({ name, city_id: cityId, version: sql`version + 1` })
      .where('operator_network_id', '=', networkId)
      .execute()
  const { rows } = await sql<{ id: number }>`
    insert into operator_network (prefix, name, city_id)
    select prefix, name, city_id
    from unnest(${added.map(({ prefix }) => prefix)}::text[], ${added.map(({ name }) => name)}::text[],
      ${added.map(({ cityId }) => cityId)}::integer[]) as line (prefix, name, city_id)
    returning operator_network_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function lastAuthor(tx: DbTransaction, stored: readonly StoredNetwork[]): Promise<string> {
  const entityIds = stored.map(({ networkId }) => networkId)
  const [last] = await listChanges(tx, { entity: networkEntity, entityIds, limit: 1 })
  return last?.staffName ?? ''
}
