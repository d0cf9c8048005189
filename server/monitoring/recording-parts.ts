/**
 * What each of several recording processes says about its channels, in the database. The one that cares for the media folder makes
 * the report of all of them.
 */
import { sql } from 'kysely'
import type { ChannelLeases } from '#server/channel-leases/channel-leases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { EngineFacts, RecordingParts } from './collect.ts'
import type { StoredPart } from './tables.ts'

/** A part older than this says nothing any more: two and a half times the usual pause. */
const partOldMs = 25_000

/** Stores what this process records; nothing while it joins the nodes again. */
export async function writePart(
  db: Db,
  leases: Pick<ChannelLeases, 'nodeId' | 'holderOf'>,
  {
    engine,
    cids,
    nowMs,
  }: {
    readonly engine: Pick<EngineFacts, 'channelStatus'>
    readonly cids: readonly number[]
    readonly nowMs: number
  },
): Promise<void> {
  const { nodeId } = leases
  if (nodeId === '') return
  const own = cids.filter((cid) => leases.holderOf(String(cid)) === nodeId)
  const channels = own.map((cid) => {
    const { events: _events, ...status } = engine.channelStatus(String(cid))
    return [String(cid), status] as const
  })
  const part: StoredPart = { atMs: nowMs, channels: Object.fromEntries(channels) }
  const report = sql<StoredPart>`${JSON.stringify(part)}::jsonb`
  // A node that is not there any more has nothing to say.
  await sql`
    insert into media_node_report (node_id, report) select node_id, ${report} from media_node where node_id = ${nodeId}::uuid
    on conflict (node_id) do update set report = excluded.report, reported_at = clock_timestamp()`.execute(db)
}

/** What the others said. */
export async function readParts(
  db: Db,
  leases: Pick<ChannelLeases, 'nodeId' | 'holderOf'>,
  nowMs: number,
): Promise<RecordingParts> {
  const rows = await db
    .selectFrom('media_node_report')
    .select(['node_id', 'report'])
    .where(sql<boolean>`reported_at > clock_timestamp() - ${partOldMs} * interval '1 millisecond'`)
    .execute()
  const parts = new Map(rows.map(({ node_id: nodeId, report }) => [nodeId, report]))
  return {
    isOwn: (cid) => leases.holderOf(String(cid)) === leases.nodeId,
    isLeased: (cid) => leases.holderOf(String(cid)) !== undefined,
    statusOf: (cid) => {
      const part = parts.get(leases.holderOf(String(cid)) ?? '')
      const status = part?.channels[String(cid)]
      if (part === undefined || status?.lastSegmentAtMs === undefined) return status
      // As old as it was when it was told, whatever the clock of the other machine says.
      return { ...status, lastSegmentAtMs: nowMs - (part.atMs - status.lastSegmentAtMs) }
    },
  }
}
