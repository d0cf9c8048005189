import { PgBoss, type JobWithMetadata, type QueuePolicy } from 'pg-boss'
import * as z from 'zod/mini'
import { type DatabaseLocation, connectionOf, SteadyClient } from './database/database.ts'
import { invariant } from './primitives/invariant.ts'
import type { Log } from './log/log.ts'
import { backstop, wakeWorkers } from './wake-workers.ts'

/** A kind of background job. Declared as data by its module; its input is validated at both ends. */
export interface JobKind<Data extends z.ZodMiniType = z.ZodMiniType> {
  /** `module.verb-noun`. */
  readonly name: string
  readonly data: Data
  /** How many of this kind run at once in one process. */
  readonly concurrency: number
  /** Tries in all; the pause between them doubles, starting at `retryDelaySec`. */
  readonly tries: number
  readonly retryDelaySec: number
  /** After this long a running job counts as lost and is retried. */
  readonly limitSec: number
  /** Runs at these times (five fields of cron, Tashkent time); its data is then `{}`. */
  readonly cron?: string
  /** At most one job per `onceKey` waits or runs; every `send` then has one. */
  readonly onePerKey?: true
  /**
   * At most one job per `onceKey` runs and at most one more waits; every `send` then has one. A job sent while
   * another waits is dropped, or reschedules that one with `replace`.
   */
  readonly oneWaitsPerKey?: true
  /** At most one waits, however many run: for work that processes everything pending. A further `send` is dropped. */
  readonly oneWaits?: true
}

type Defaults = 'concurrency' | 'tries' | 'retryDelaySec' | 'limitSec'

/** Declares a kind: by default one at a time, three tries, 15 minutes at most. */
export function jobKind<Data extends z.ZodMiniType>(
  declared: Omit<JobKind<Data>, Defaults> & Partial<Pick<JobKind<Data>, Defaults>>,
): JobKind<Data> {
  return { concurrency: 1, tries: 3, retryDelaySec: 5, limitSec: 900, ...declared }
}

export interface RunningJob {
  readonly id: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Aborted when the process stops or the job's time limit is reached. */
  readonly signal: AbortSignal
  readonly log: Log
}

/** A kind with its function; created with `jobWorker` so that the data's type is closed over. */
export interface JobWorker {
  readonly kind: JobKind
  /** Which jobs of the kind it processes; all when absent. */
  readonly priorities?: PriorityRange
  run(data: unknown, job: RunningJob): Promise<void>
}

/** Both ends are included. */
export interface PriorityRange {
  readonly minPriority?: number
  readonly maxPriority?: number
}

/** Binds the function to its kind. Throwing fails the try; it is repeated while tries are left. */
export function jobWorker<Data extends z.ZodMiniType>(
  kind: JobKind<Data>,
  run: (data: z.output<Data>, job: RunningJob) => Promise<void>,
  priorities: PriorityRange = {},
): JobWorker {
  return { kind, priorities, run: async (data, job) => run(z.parse(kind.data, data ?? {}), job) }
}

export interface SendOptions {
  readonly onceKey?: string
  /** Delays it by this time. */
  readonly afterSec?: number
  /** Higher runs earlier; default 0. */
  readonly priority?: number
  /** A waiting job of this key gets this time and priority; only for a `oneWaitsPerKey` kind. */
  readonly replace?: boolean
}

export interface Jobs {
  /**
   * Queues a job and returns its id, or null when one of a `onePerKey` kind with this key waits or runs, one of a
   * `oneWaitsPerKey` kind with this key waits, or one of a `oneWaits` kind waits.
   */
  send<Data extends z.ZodMiniType>(
    kind: JobKind<Data>,
    data: z.input<Data>,
    options?: SendOptions,
  ): Promise<string | null>
  /** Lets a job that failed for the last time run once more; nothing happens to any other one. */
  retry(name: string, jobId: string): Promise<void>
  /** Starts to process these kinds. */
  work(workers: readonly JobWorker[]): Promise<void>
  /** Stops: no new job is started, running ones are aborted by their signal and have `graceMs` to end. */
  close(graceMs: number): Promise<void>
}

export interface JobsOptions {
  readonly location: DatabaseLocation
  readonly log: Log
  readonly statementTimeoutMs: number
  /** How often jobs of dead processes are searched; default 15. */
  readonly superviseSec?: number
  /**
   * Without a heartbeat for so long the process of a running job is considered dead, and the job is retried; default
   * 30, at least 10.
   */
  readonly heartbeatSec?: number
}

/** Jobs in the schema `jobs` of the same database. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { log } = options
  const boss = new PgBoss({
    ...connectionOptions(options.location),
    // Passed on to the library's own pool.
    ...{ Client: SteadyClient },
    schema: 'jobs',
    application_name: 'ekran jobs',
    max: 5,
    useListenNotify: true,
    superviseIntervalSeconds: options.superviseSec ?? 15,
    monitorIntervalSeconds: options.superviseSec ?? 15,
    options: `-c statement_timeout=${options.statementTimeoutMs}`,
  })
  boss.on('error', (error) => log.warn('jobs.queue_failed', { error }))
  boss.on('warning', (warning) => log.debug('jobs.queue_warned', { warning }))
  await boss.start()
  const stopping = new AbortController()
  const makeQueue = queueMaker(boss, options.heartbeatSec ?? 30)
  const woken = wakeWorkers(boss, stopping.signal, (error) => log.warn('jobs.queue_failed', { error }))
  return {
    send: async (kind, data, sendOptions = {}) => {
      await makeQueue(kind)
      return sendOne(boss, kind, data as object, sendOptions)
    },
    retry: async (name, jobId) => {
      await boss.retry(name, jobId)
    },
    work: async (workers) => {
      for (const worker of workers) {
        const { kind } = worker
        await makeQueue(kind)
        if (kind.cron !== undefined) await boss.schedule(kind.name, kind.cron, {}, { tz: 'Asia/Tashkent' })
        for (let free = 0; free < kind.concurrency; free += 1)
          woken.add(kind.name, await startWorker(boss, worker, stopping.signal, log))
      }
    },
    close: async (graceMs) => {
      stopping.abort(new Error('the process is stopping'))
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

async function sendOne(
  boss: PgBoss,
  kind: JobKind,
  data: object,
  options: SendOptions,
): Promise<string | null> {
  const { onceKey, afterSec, priority, replace = false } = options
  const hasKeys = kind.onePerKey === true || kind.oneWaitsPerKey === true
  invariant(
    hasKeys === (onceKey !== undefined),
    `a job ${kind.name} is sent with a key if, and only if, its kind counts by keys`,
  )
  invariant(!replace || kind.oneWaitsPerKey === true, `a job ${kind.name} that waits cannot be replaced`)
  invariant(z.safeParse(kind.data, data).success, `the data of a job ${kind.name} has the wrong shape`)
  const sent = {
    ...(onceKey === undefined ? {} : { singletonKey: onceKey }),
    ...(priority === undefined ? {} : { priority }),
  }
  if (!replace)
    return boss.send(kind.name, data, {
      ...sent,
      ...(afterSec === undefined ? {} : { startAfter: afterSec }),
    })
  // A waiting job starts now unless it is delayed again.
  const { jobs } = await boss.upsert(kind.name, data, { ...sent, startAfter: afterSec ?? 0 })
  return jobs[0] ?? null
}

function policyOf(kind: JobKind): QueuePolicy {
  if (kind.onePerKey === true) return 'exclusive'
  if (kind.oneWaitsPerKey === true) return 'stately'
  return kind.oneWaits === true ? 'short' : 'standard'
}

/** Creates the queue of a kind on first use. */
function queueMaker(boss: PgBoss, heartbeatSec: number): (kind: JobKind) => Promise<void> {
  const made = new Set<string>()
  return async (kind) => {
    if (made.has(kind.name)) return
    const declared = {
      retryLimit: kind.tries - 1,
      retryDelay: kind.retryDelaySec,
      retryBackoff: true,
      expireInSeconds: kind.limitSec,
      heartbeatSeconds: heartbeatSec,
      deleteAfterSeconds: 7 * 86_400,
      notify: true,
    }
    await boss.createQueue(kind.name, { ...declared, policy: policyOf(kind) })
    // A queue created by an earlier version keeps its declaration until it is updated.
    await boss.updateQueue(kind.name, declared)
    made.add(kind.name)
  }
}

/** A worker that runs one job after another; returns its id. */
async function startWorker(
  boss: PgBoss,
  worker: JobWorker,
  stopping: AbortSignal,
  log: Log,
): Promise<string> {
  const options = { includeMetadata: true, batchSize: 1, ...worker.priorities, ...backstop } as const
  const workerId: string = await boss.work(
    worker.kind.name,
    options,
    async (batch: JobWithMetadata<object>[]) => {
      for (const job of batch) await runOne(worker, job, stopping, log)
      // More may have been queued meanwhile.
      boss.notifyWorker(workerId)
    },
  )
  return workerId
}

async function runOne(
  worker: JobWorker,
  job: JobWithMetadata<object>,
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
  const own = log.with({ job: worker.kind.name, jobId: job.id })
  const attempt = job.retryCount + 1
  own.debug('jobs.started', { attempt })
  try {
    await worker.run(job.data, {
      id: job.id,
      attempt,
      signal: AbortSignal.any([stopping, job.signal]),
      log: own,
    })
    own.debug('jobs.finished')
  } catch (error) {
    if (stopping.aborted) own.info('jobs.interrupted')
    else if (attempt < worker.kind.tries) own.warn('jobs.failed', { attempt, error })
    else own.error('jobs.gave_up', { attempt, error })
    throw error
  }
}

function connectionOptions(
  location: DatabaseLocation,
): { connectionString: string } | { host: string; user: string; database: string } {
  if (location.kind === 'address') return { connectionString: location.url }
  const { host, user, database } = connectionOf(location)
  invariant(host !== undefined && user !== undefined && database !== undefined, 'a socket place is whole')
  return { host, user: String(user), database }
}
