/**
 * Leases in PostgreSQL, over a connection of their own: one statement each, all with a time limit, none that waits for another
 * node. Times are the database's.
 */
import type { Client } from 'pg'
import { connectionOf, type DatabaseLocation, SteadyClient } from '#server/platform/database/database.ts'
import type { LeaseStore, NewNode, NodeRow, Removal, Snapshot } from './lease-store.ts'
import { leaseMs, otherFolderWaitMs, storeLimitMs } from './times.ts'

/** A process of an earlier version records on this database: it locks all of it. */
export class EarlierVersionRecords extends Error {
  override readonly name = 'EarlierVersionRecords'
}

/** Notified when channels have become free. */
const freed = 'channel_leases'
/** "ekrm": a process of an earlier version holds it exclusively while it records, so nodes with leases share it. */
const earlierLock = 0x656b_726d
/** "ekrj": one node joins at a time. */
const joinLock = 0x656b_726a
const options =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000 ' +
  `-c statement_timeout=${storeLimitMs} -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000`

interface NodeRecord {
  readonly node_id: string
  readonly name: string
  readonly process: string
  readonly folder_id: string
  readonly capacity: number
  readonly is_solo: boolean
  readonly has_claim: boolean
  readonly renewal: number
  readonly is_balancing: boolean
  readonly is_drained: boolean
  readonly expires_in_ms: number
}

const nodesQuery = `select n.node_id, n.name, n.process, n.folder_id, n.capacity, n.is_solo, n.has_claim,
    n.renewal::float8 as renewal, n.is_balancing,
    d.name is not null as is_drained,
    (extract(epoch from n.expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms
  from media_node n left join media_node_drain d on d.name = n.name order by n.joined_at, n.node_id`

export class LeaseDatabase implements LeaseStore {
  readonly #location: DatabaseLocation
  readonly #onFreed: () => void
  #client: Promise<Client> | undefined

  /** `onFreed`: another node has given channels back. */
  constructor(location: DatabaseLocation, onFreed: () => void = () => undefined) {
    this.#location = location
    this.#onFreed = onFreed
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    await Promise.race([client?.end().catch(() => undefined), pause(storeLimitMs)])
  }

  look(): Promise<Snapshot> {
    return this.#with(snapshotOf)
  }

  join(node: NewNode): Promise<boolean> {
    return this.#with(async (client) => {
      await client.query('begin')
      try {
        const isJoined = await insertNode(client, node)
        await client.query('commit')
        return isJoined
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })
  }

  renew(
    nodeId: string,
    { renewal, recordsOffline }: { readonly renewal: number; readonly recordsOffline: boolean },
  ): Promise<Snapshot | undefined> {
    return this.#with(async (client) => {
      const { rowCount } = await client.query(
        `update media_node set expires_at = clock_timestamp() + $2 * interval '1 millisecond', renewal = $3, is_solo = $4
          where node_id = $1 and renewal < $3`,
        [nodeId, leaseMs, renewal, recordsOffline],
      )
      return rowCount === 0 ? undefined : snapshotOf(client)
    })
  }

  take(nodeId: string, channelIds: readonly string[]): Promise<readonly string[]> {
    return this.#with(async (client) => {
      const { rows } = await client.query<{ channel_id: string }>(
        `insert into channel_lease (channel_id, node_id)
          select channel, node_id from media_node, unnest($2::text[]) as channel where node_id = $1
          on conflict (channel_id) do nothing returning channel_id`,
        [nodeId, channelIds],
      )
      return rows.map(({ channel_id: channelId }) => channelId)
    })
  }

  release(nodeId: string, channelIds: readonly string[]): Promise<void> {
    return this.#with(async (client) => {
      await client.query('delete from channel_lease where node_id = $1 and channel_id = any($2::text[])', [
        nodeId,
        channelIds,
      ])
      await client.query(`notify ${freed}`)
    })
  }

  balanced(nodeId: string): Promise<void> {
    return this.#with(async (client) => {
      await client.query('update media_node set is_balancing = false where node_id = $1', [nodeId])
    })
  }

  remove({ nodeId, renewal }: Pick<NodeRow, 'nodeId' | 'renewal'>, why: Removal): Promise<boolean> {
    const where = {
      expired: 'and expires_at < clock_timestamp() and renewal <= $2 and not is_solo',
      expired_offline: 'and expires_at < clock_timestamp() and renewal <= $2',
      ended: 'and $2 >= 0',
    }[why]
    return this.#with(async (client) => {
      const { rowCount } = await client.query(`delete from media_node where node_id = $1 ${where}`, [
        nodeId,
        renewal,
      ])
      return (rowCount ?? 0) > 0
    })
  }

  leave(nodeId: string): Promise<void> {
    return this.#with(async (client) => {
      await client.query('delete from media_node where node_id = $1', [nodeId])
      await client.query(`notify ${freed}`)
    })
  }

  /** A connection that failed is replaced for the next call. */
  async #with<Value>(work: (client: Client) => Promise<Value>): Promise<Value> {
    const opening = (this.#client ??= this.#open())
    try {
      return await work(await opening)
    } catch (error) {
      if (this.#client === opening) this.#client = undefined
      void opening.then((client) => client.end()).catch(() => undefined)
      throw error
    }
  }

  async #open(): Promise<Client> {
    const client = new SteadyClient({
      ...connectionOf(this.#location),
      ...{ connectionTimeoutMillis: storeLimitMs, query_timeout: storeLimitMs, keepAlive: true },
      ...{ application_name: 'ekran media', options },
    })
    client.on('notification', this.#onFreed)
    try {
      await client.connect()
      const { rows } = await client.query<{ is_shared: boolean }>(
        'select pg_try_advisory_lock_shared($1) as is_shared',
        [earlierLock],
      )
      if (rows[0]?.is_shared !== true)
        throw new EarlierVersionRecords('a process of an earlier version records on this database')
      await client.query(`listen ${freed}`)
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
  }
}

async function insertNode(
  client: Client,
  { nodeId, name, process, folderId, capacity }: NewNode,
): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock($1)', [joinLock])
  const { rowCount } = await client.query(
    `insert into media_node (node_id, name, process, folder_id, capacity, has_claim, expires_at)
      select $1, $2, $3, $4, $5, true, clock_timestamp() + $6 * interval '1 millisecond'
      where not exists (
        select from media_node where folder_id <> $4
          and expires_at + case when is_solo then $7 else 0 end * interval '1 millisecond' > clock_timestamp())`,
    [nodeId, name, process, folderId, capacity, leaseMs, otherFolderWaitMs],
  )
  return (rowCount ?? 0) > 0
}

async function snapshotOf(client: Client): Promise<Snapshot> {
  const nodes = await client.query<NodeRecord>(nodesQuery)
  const leases = await client.query<{ channel_id: string; node_id: string }>(
    'select channel_id, node_id from channel_lease',
  )
  return {
    nodes: nodes.rows.map((row): NodeRow => ({
      ...{ nodeId: row.node_id, name: row.name, process: row.process, folderId: row.folder_id },
      ...{ capacity: row.capacity, isBalancing: row.is_balancing, recordsOffline: row.is_solo },
      ...{ hasClaim: row.has_claim, renewal: row.renewal },
      ...{ isDrained: row.is_drained, expiresInMs: row.expires_in_ms },
    })),
    leases: leases.rows.map(({ channel_id: channelId, node_id: nodeId }) => ({ channelId, nodeId })),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
