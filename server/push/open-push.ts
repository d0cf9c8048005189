import { Counter, Gauge } from 'prom-client'
import { deliverDue, type DeliveryOutcome } from './deliver.ts'
import { deliverJob } from './deliver-job.ts'
import { countQueued, type DeliveryLimit, deleteExpired, nextAttemptMs } from './delivery-queue.ts'
import { registerDevice, removeDevice, type Registration } from './devices.ts'
import {
  type OpenService,
  openServices,
  type PushServiceSettings,
  type ServicesInUse,
  type WebPushSettings,
} from './services-in-use.ts'
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'

export interface PushOptions {
  /** For requests. */
  readonly db: Db
  /** For deliveries. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly jobs: Pick<Jobs, 'send'>
  readonly settings: PushServiceSettings
  readonly webPush: WebPushSettings
  /** Whether what a page of the site is about is hidden from profiles with this limit; `href`: its path. */
  isHidden(limit: DeliveryLimit, href: string): boolean
  /** Whether this process delivers; the others only store tokens and read no key. */
  readonly delivers: boolean
}

/** Push messages to the packaged apps on phones. */
export interface Push {
  /** The public key with which browsers subscribe. */
  readonly webKey: string
  /** Stores the token of a session's device. `isAvailable`: its service is set up. */
  register(
    registration: Registration,
  ): Promise<{ readonly kind: 'registered'; readonly isAvailable: boolean } | { readonly kind: 'ended' }>
  /** Ends messages to a device of the account; one that is not registered is no error. */
  remove(accountId: number, token: string): Promise<void>
  /** Deliveries were queued, in any process: this one delivers them if it is the one that does. Never rejects. */
  queued(): Promise<void>
  /** For the job: sends what is due to a service, and queues the job for the next attempt. */
  deliver(service: PushServiceName, signal: AbortSignal): Promise<void>
  /** For the job: deletes expired deliveries and queues jobs for due ones. */
  findDue(): Promise<void>
  /**
   * Sends through these services from now on; what is being sent is tried again. A key that cannot be used turns its
   * service off, with an error in the log. Never rejects.
   */
  use(settings: PushServiceSettings): Promise<void>
  close(): Promise<void>
}

/** Throws `PushKeyRefused` when a key cannot be used. */
export async function openPush(options: PushOptions): Promise<Push> {
  const { db, jobDb, clock, metrics, delivers } = options
  const log = options.log.with({ part: 'push' })
  const deps = { ...options, log }
  const inUse = await openServices(deps)
  const counted = delivers ? countDeliveries({ metrics, db: jobDb, log }, inUse) : () => undefined
  const scheduleAll = async () => {
    for (const open of inUse.services().values()) await schedule(deps, open)
  }
  const queued = () => scheduleAll().catch((error: unknown) => log.warn('push.job_not_started', { error }))
  return {
    webKey: options.webPush.keys.publicKey,
    register: async (registration) => {
      const outcome = await registerDevice(db, registration, clock.nowMs())
      if (outcome === 'ended') return { kind: 'ended' }
      return { kind: 'registered', isAvailable: inUse.isSet(registration.service) }
    },
    remove: (accountId, token) => removeDevice(db, accountId, token),
    queued,
    deliver: async (name, signal) => {
      const open = inUse.services().get(name)
      if (open === undefined) return
      const outcomes = await deliverDue(
        {
          db: jobDb,
          clock,
          log,
          ...open,
          isHidden: options.isHidden,
          counted: (outcome) => counted(name, outcome),
        },
        signal,
      )
      if (Object.values(outcomes).some((count) => count > 0))
        log.info('push.delivered', { service: name, ...outcomes })
      if (!signal.aborted) await schedule(deps, open)
    },
    findDue: async () => {
      const expired = await deleteExpired(jobDb, clock.nowMs(), maxExpiredAtOnce)
      if (expired > 0) log.warn('push.deliveries_expired', { expired })
      await scheduleAll()
    },
    use: async (settings) => {
      await inUse.use(settings)
      await queued()
    },
    close: () => inUse.close(),
  }
}

/** Queues the job for the next attempt of a service. */
async function schedule(
  { jobDb, clock, jobs }: PushOptions,
  { service: { name }, state }: OpenService,
): Promise<void> {
  let laterThanMs = Number.POSITIVE_INFINITY
  for (let look = 0; look < maxLooks; look += 1) {
    const atMs = Math.max((await nextAttemptMs(jobDb, name)) ?? Number.POSITIVE_INFINITY, state.pausedUntilMs)
    // Another delivery may be queued between the look and the job, which would move its job back: so look again.
    if (atMs >= laterThanMs) return
    const afterSec = Math.max(0, Math.ceil((atMs - clock.nowMs()) / 1000))
    await jobs.send(deliverJob, { service: name }, { onceKey: name, afterSec, replace: true })
    laterThanMs = atMs
  }
}

const maxLooks = 5
/** The rest is deleted a minute later. */
const maxExpiredAtOnce = 10_000

function countDeliveries(
  { metrics, db, log }: { readonly metrics: Metrics; readonly db: Db; readonly log: Log },
  inUse: Pick<ServicesInUse, 'services'>,
): (service: PushServiceName, outcome: DeliveryOutcome) => void {
  const attempts = new Counter({
    name: 'ekran_push_attempts_total',
    help: 'Push messages offered to a service, by what it answered',
    labelNames: ['service', 'outcome'],
    registers: [metrics.registry],
  })
  metrics.gaugeByLabel(
    'ekran_push_service_up',
    '1 while a push service is used, 0 while it is paused after a failure',
    'service',
    () =>
      Object.fromEntries(
        [...inUse.services()]
          .filter(([, { service }]) => service.hostOf === undefined)
          .map(([name, { state }]) => [name, state.isPaused ? 0 : 1]),
      ),
  )
  const queued: Gauge = new Gauge({
    name: 'ekran_push_queued',
    help: 'Push messages that wait for their first or next attempt',
    labelNames: ['service'],
    registers: [metrics.registry],
    collect: async () => {
      try {
        const counts = await countQueued(db)
        for (const name of inUse.services().keys()) queued.set({ service: name }, counts.get(name) ?? 0)
      } catch (error) {
        log.warn('push.count_failed', { error })
      }
    },
  })
  return (service, outcome) => attempts.inc({ service, outcome })
}
