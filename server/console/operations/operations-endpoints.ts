/** The processes, the queue and the database in the console, and the log of one request. */
import { consoleOperations as endpoints } from '#contract/console/operations.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  balanceNodes,
  drainNode,
  listMediaNodes,
  type MediaNode,
  undrainNode,
} from '#server/channel-leases/channel-leases.ts'
import { bindConsole, type ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import {
  findLines,
  listFailedJobs,
  listNodes,
  readDatabaseHealth,
  readQueue,
  retryFailedJob,
} from '#server/operations/operations.ts'
import type { DatabaseLocation, Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { secondsOrNull } from './present-backups.ts'

export interface OperationsEndpointDeps {
  readonly db: Db
  readonly location: DatabaseLocation
  readonly clock: Clock
  readonly dataDir: string
  readonly jobs: Pick<Jobs, 'retry'>
  readonly audit: Pick<Audit, 'record'>
}

const shownFailedJobs = 50
/** Sizes of tables change slowly, and each open page asks again and again. */
const databaseFreshMs = 10_000

export function operationsEndpoints(deps: OperationsEndpointDeps): readonly BoundEndpoint[] {
  const { db, location, clock, dataDir, jobs, audit } = deps
  const database = cachedFor(databaseFreshMs, () => readDatabaseHealth(db, location, dataDir))
  return bindConsole('consoleOperations', endpoints, {
    server: async () => {
      const nowMs = clock.nowMs()
      const [nodes, mediaNodes, queue, failed, health] = await Promise.all([
        listNodes(db, nowMs),
        listMediaNodes(db),
        readQueue(db),
        listFailedJobs(db, shownFailedJobs),
        database(nowMs),
      ])
      return respond({
        nodes: nodes.map(presentNode),
        media_nodes: mediaNodes.map(presentMediaNode),
        queue:
          queue?.map(({ oldestMs, ...kind }) => ({ ...kind, oldest_at: secondsOrNull(oldestMs) })) ?? null,
        failed_jobs: failed.map(({ jobId, endedMs, ...job }) => ({
          ...{ job_id: jobId, ended_at: Math.floor(endedMs / 1000), ...job },
        })),
        database: presentDatabase(health),
      })
    },
    retryJob: async ({ job_id: jobId }, { staff, clientAddress: address }) => {
      const name = await retryFailedJob(db, jobs, jobId)
      if (name === undefined) return reject('not_found')
      const by = { staffId: staff.staffId, name: staff.name }
      const change = { staff: by, section: 'health', subject: `job ${jobId}`, after: { name } }
      await audit.record({ event: 'job_retried', actor: 'staff', address, change })
      return respond({ name })
    },
    ...nodeHandlers(deps),
    log: logHandler(dataDir),
  })
}

function nodeHandlers({
  db,
  audit,
}: OperationsEndpointDeps): Pick<ConsoleHandlers<typeof endpoints>, 'drainNode' | 'balanceNodes'> {
  return {
    drainNode: async ({ name, drain }, { staff, clientAddress: address }) => {
      const outcome = await (drain ? drainNode : undrainNode)(db, name)
      if (outcome === 'unknown') return reject('not_found')
      const by = { staffId: staff.staffId, name: staff.name }
      const change = { staff: by, section: 'health', subject: `media node ${name}`, after: {} }
      const event = drain ? 'media_node_drained' : 'media_node_undrained'
      if (outcome === 'changed') await audit.record({ event, actor: 'staff', address, change })
      return respond({})
    },
    balanceNodes: async (_input, { staff, clientAddress: address }) => {
      await balanceNodes(db)
      const by = { staffId: staff.staffId, name: staff.name }
      const change = { staff: by, section: 'health', subject: 'media nodes', after: {} }
      await audit.record({ event: 'media_nodes_balanced', actor: 'staff', address, change })
      return respond({})
    },
  }
}

/** One search at a time: each reads as fast as the disk gives. */
function logHandler(dataDir: string): ConsoleHandlers<typeof endpoints>['log'] {
  let isSearching = false
  return async ({ request_id: requestId }) => {
    if (isSearching) return reject('log_search_running')
    isSearching = true
    try {
      const { lines, isWhole, oldestMs } = await findLines(dataDir, requestId)
      return respond({
        lines: lines.map(({ atMs, ...line }) => ({ at: Math.floor(atMs / 1000), ...line })),
        ...{ is_whole: isWhole, oldest_at: secondsOrNull(oldestMs) },
      })
    } finally {
      isSearching = false
    }
  }
}

function presentNode(node: Awaited<ReturnType<typeof listNodes>>[number]) {
  return {
    ...{ host: node.host, pid: node.pid, roles: [...node.roles], version: node.version },
    ...{ is_quiet: node.isQuiet, is_lost: node.isLost, memory_bytes: node.memoryBytes },
    ...{ started_at: Math.floor(node.startedMs / 1000), seen_at: Math.floor(node.seenMs / 1000) },
    ...{ loop_delay_ms: node.loopDelayMs, clock_ahead_ms: node.clockAheadMs },
  }
}

function presentMediaNode({ name, capacity, channelIds, share, ...node }: MediaNode) {
  return {
    ...{ name, capacity, channels: channelIds.length, share, is_drained: node.isDrained },
    ...{ is_balancing: node.isBalancing, is_live: node.isLive, is_silent: node.isSilent },
  }
}

function presentDatabase(health: Awaited<ReturnType<typeof readDatabaseHealth>>) {
  return {
    ...{ version: health.version, is_embedded: health.isEmbedded, bytes: health.bytes },
    ...{ connections: health.connections, max_connections: health.maxConnections },
    ...{ longest_statement_ms: health.longestStatementMs, replicas: health.replicas },
    ...{ replica_lag_ms: health.replicaLagMs, disk_free_bytes: health.diskFreeBytes },
    tables: health.tables.map(({ name, bytes, rows, deadRows, vacuumedMs }) => ({
      ...{ name, bytes, rows, dead_rows: deadRows, vacuumed_at: secondsOrNull(vacuumedMs) },
    })),
  }
}
