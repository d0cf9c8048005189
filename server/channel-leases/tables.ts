/** The tables of `db/migrations/0134-channel-leases.sql` and `0136-claims-of-nodes.sql`. */
import type { ColumnType, Generated } from 'kysely'

interface MediaNodeTable {
  node_id: string
  name: string
  process: string
  folder_id: string
  capacity: number
  joined_at: Generated<Date>
  expires_at: Date
  renewal: Generated<number>
  is_solo: Generated<boolean>
  has_claim: Generated<boolean>
  is_balancing: Generated<boolean>
}

interface MediaNodeDrainTable {
  name: string
  drained_at: Generated<Date>
}

interface ChannelLeaseTable {
  channel_id: string
  node_id: string
  taken_at: ColumnType<Date, never, never>
}

interface LeaseTables {
  media_node: MediaNodeTable
  media_node_drain: MediaNodeDrainTable
  channel_lease: ChannelLeaseTable
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends LeaseTables {}
}
