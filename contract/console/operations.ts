/** The installation itself: its processes, the queue of jobs, the database, and the log of one request. */
import * as z from 'zod/mini'
import { consoleEndpoint } from './console-endpoint.ts'

const Node = z.object({
  host: z.string(),
  pid: z.int(),
  /** `api`, `media`, `jobs`. */
  roles: z.array(z.string()),
  version: z.string(),
  is_quiet: z.boolean(),
  /** Unix seconds, as all times here. */
  started_at: z.int(),
  seen_at: z.int(),
  /** It is silent and did not say that it ends. */
  is_lost: z.boolean(),
  memory_bytes: z.int(),
  loop_delay_ms: z.int(),
  /** By how much its machine's clock is ahead of the database's; null while that is not measured. */
  clock_ahead_ms: z.nullable(z.int()),
})

/** A process that shares the channels with others. */
const MediaNode = z.object({
  /** Of its machine and port. */
  name: z.string(),
  /** That it records now. */
  channels: z.int(),
  /** Its fair part of all that are recorded. */
  share: z.int(),
  /** Channels at once; 0 for no limit. */
  capacity: z.int(),
  is_drained: z.boolean(),
  is_balancing: z.boolean(),
  /** It has renewed its lease in time. */
  is_live: z.boolean(),
  /** It has not, and no other one has taken its channels yet: whether it records is unknown. */
  is_silent: z.boolean(),
})

const QueueKind = z.object({
  name: z.string(),
  waiting: z.int(),
  repeated: z.int(),
  running: z.int(),
  /** For good, in the last seven days. */
  failed: z.int(),
  oldest_at: z.nullable(z.int()),
})

const FailedJob = z.object({
  job_id: z.string(),
  name: z.string(),
  ended_at: z.int(),
  tries: z.int(),
  /** In English, without secrets; ''. */
  error: z.string(),
})

const DatabaseHealth = z.object({
  version: z.string(),
  is_embedded: z.boolean(),
  bytes: z.int(),
  connections: z.int(),
  max_connections: z.int(),
  /** Null: it cannot be seen, as everything null here. */
  longest_statement_ms: z.nullable(z.int()),
  replicas: z.nullable(z.int()),
  replica_lag_ms: z.nullable(z.int()),
  tables: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      rows: z.int(),
      dead_rows: z.int(),
      /** Null: never. */
      vacuumed_at: z.nullable(z.int()),
    }),
  ),
  disk_free_bytes: z.nullable(z.int()),
})

export const consoleOperations = {
  server: consoleEndpoint({
    method: 'GET',
    path: '/health/server',
    permission: { section: 'health', level: 'view' },
    summary: 'The processes, the queue of jobs and the database as they are now',
    input: z.object({}),
    output: z.object({
      nodes: z.array(Node),
      /** Empty where one process records all channels by itself. */
      media_nodes: z.array(MediaNode),
      /** Null: there is no queue to be seen. */
      queue: z.nullable(z.array(QueueKind)),
      /** The newest first; at most 50. */
      failed_jobs: z.array(FailedJob),
      database: DatabaseHealth,
    }),
  }),
  retryJob: consoleEndpoint({
    method: 'POST',
    path: '/health/server/retry',
    permission: { section: 'health', level: 'act' },
    summary: 'Runs a job that failed for good once more',
    input: z.object({ job_id: z.uuid() }),
    output: z.object({ name: z.string() }),
    failures: ['not_found'],
  }),
  drainNode: consoleEndpoint({
    method: 'POST',
    path: '/health/server/drain',
    permission: { section: 'health', level: 'act' },
    summary: 'Lets a media node give its channels to others, or take some again',
    input: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
      drain: z.boolean(),
    }),
    output: z.object({}),
    failures: ['not_found'],
  }),
  balanceNodes: consoleEndpoint({
    method: 'POST',
    path: '/health/server/balance',
    permission: { section: 'health', level: 'act' },
    summary: 'Gives every media node its share of the channels, one channel after another',
    input: z.object({}),
    output: z.object({}),
  }),
  log: consoleEndpoint({
    method: 'GET',
    path: '/health/log',
    permission: { section: 'health', level: 'edit' },
    summary: 'The lines of the log with this request id',
    input: z.object({ request_id: z.string().check(z.trim(), z.regex(/^[\w.:-]{4,64}$/)) }),
    output: z.object({
      /** The newest first; at most 200. */
      lines: z.array(
        z.object({
          at: z.int(),
          level: z.string(),
          event: z.string(),
          /** Everything else of the line, as JSON. */
          facts: z.string(),
        }),
      ),
      /** Whether the whole log was read; otherwise there may be more. */
      is_whole: z.boolean(),
      /** How far the log reaches back; null without a log. */
      oldest_at: z.nullable(z.int()),
    }),
    failures: ['log_search_running'],
  }),
}
