/** What the staff sees of media nodes and does with them. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { folderLease, sharesOf } from './rules.ts'
import './tables.ts'

export interface MediaNode {
  readonly name: string
  /** Channels at once; 0 for no limit. */
  readonly capacity: number
  readonly isDrained: boolean
  readonly isBalancing: boolean
  /** It has renewed its lease in time. */
  readonly isLive: boolean
  /** It has not, and no other node has taken its place: it has ended, or records on without the database. */
  readonly isSilent: boolean
  /** The channels that it records; of a silent one, those that it recorded last. */
  readonly channelIds: readonly string[]
  /** Its fair share of all that are recorded. */
  readonly share: number
  /** It cares for the media folder as a whole. */
  readonly hasFolder: boolean
}

/** All nodes, by name; also drained ones that do not run. */
export async function listMediaNodes(db: Db): Promise<readonly MediaNode[]> {
  const [nodes, drains, leases] = await Promise.all([
    db
      .selectFrom('media_node')
      .select(['node_id', 'name', 'capacity', 'is_balancing'])
      .select(sql<boolean>`expires_at > clock_timestamp()`.as('is_live'))
      .execute(),
    db.selectFrom('media_node_drain').select('name').execute(),
    db.selectFrom('channel_lease').select(['channel_id', 'node_id']).execute(),
  ])
  const drained = new Set(drains.map(({ name }) => name))
  const recorded = leases.filter(({ channel_id: channelId }) => channelId !== folderLease)
  const shares = sharesOf(
    nodes
      .filter((node) => node.is_live)
      .map((node) => ({
        ...{ nodeId: node.node_id, capacity: node.capacity, isBalancing: node.is_balancing },
        isDrained: drained.has(node.name),
      })),
    recorded.length,
  )
  const running = nodes.map((node): MediaNode => {
    const own = leases.filter((lease) => lease.node_id === node.node_id)
    const channelIds = own.map((lease) => lease.channel_id).filter((channelId) => channelId !== folderLease)
    return {
      ...{ name: node.name, capacity: node.capacity, isDrained: drained.has(node.name) },
      ...{ isBalancing: node.is_balancing, isLive: node.is_live, isSilent: !node.is_live, channelIds },
      share: shares.get(node.node_id) ?? 0,
      hasFolder: own.length > channelIds.length,
    }
  })
  const names = new Set(running.map(({ name }) => name))
  const absent = drains
    .filter(({ name }) => !names.has(name))
    .map(({ name }): MediaNode => ({
      ...{ name, capacity: 0, isDrained: true, isBalancing: false, isLive: false, isSilent: false },
      ...{ channelIds: [], share: 0, hasFolder: false },
    }))
  return [...running, ...absent].toSorted((one, other) => one.name.localeCompare(other.name))
}

export type NodeChanged = 'changed' | 'same' | 'unknown'

/** The node gives its channels to others, one after another, and takes none, until `undrainNode`. */
export async function drainNode(db: Db, name: string): Promise<NodeChanged> {
  if ((await listMediaNodes(db)).every((node) => node.name !== name)) return 'unknown'
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .insertInto('media_node_drain')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted > 0n ? 'changed' : 'same'
}

/** The node takes channels again; the others give it its share, one channel at a time each. */
export async function undrainNode(db: Db, name: string): Promise<NodeChanged> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('media_node_drain')
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      await tx.updateTable('media_node').set({ is_balancing: true }).execute()
      return 'changed'
    }
    const node = await tx.selectFrom('media_node').select('name').where('name', '=', name).executeTakeFirst()
    return node === undefined ? 'unknown' : 'same'
  })
}

/** Every node gives the channels beyond its share to those below theirs. */
export async function balanceNodes(db: Db): Promise<void> {
  await db.updateTable('media_node').set({ is_balancing: true }).execute()
}
