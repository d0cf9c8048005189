import { Counter, Gauge } from 'prom-client'
import { deliverDue, type DeliveryOutcome } from './deliver.ts'
import { deliverJob } from './deliver-job.ts'
import { countQueued, deleteExpired, nextAttemptMs } from './delivery-queue.ts'
import { registerDevice, removeDevice, type Registration } from './devices.ts'
import { createServiceState, type ServiceState } from './service-state.ts'
import { openApns } from './services/apns.ts'
import { openFcm } from './services/fcm.ts'
import { readApnsKey, readServiceAccount } from './services/key-files.ts'
import type { PushService } from './services/push-service.ts'
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { ApnsSettings, FcmSettings } from '#server/platform/settings/push-settings.ts'

export interface PushOptions {
  /** For requests. */
  readonly db: Db
  /** For deliveries. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly jobs: Pick<Jobs, 'send'>
  readonly fcm: FcmSettings | undefined
  readonly apns: ApnsSettings | undefined
  /** Whether this process delivers; the others only store tokens and read no key. */
  readonly delivers: boolean
}

/** Push messages to the packaged apps on phones. */
export interface Push {
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
  close(): Promise<void>
}

interface OpenService {
  readonly service: PushService
  readonly state: ServiceState
}

/** Throws `PushKeyRefused` when a key file cannot be used. */
export async function openPush(options: PushOptions): Promise<Push> {
  const { db, jobDb, clock, jobs, metrics } = options
  const log = options.log.with({ part: 'push' })
  const services = options.delivers ? await openServices(options, log) : new Map<never, never>()
  const available = new Set([
    ...(options.fcm === undefined ? [] : (['fcm'] as const)),
    ...(options.apns === undefined ? [] : (['apns'] as const)),
  ])
  const counted = options.delivers ? countDeliveries({ metrics, db: jobDb, log }, services) : () => undefined
  const schedule = async ({ service: { name }, state }: OpenService) => {
    let laterThanMs = Number.POSITIVE_INFINITY
    for (let look = 0; look < maxLooks; look += 1) {
      const atMs = Math.max(
        (await nextAttemptMs(jobDb, name)) ?? Number.POSITIVE_INFINITY,
        state.pausedUntilMs,
      )
      // Another delivery may be queued between the look and the job, which would move its job back: so look again.
      if (atMs >= laterThanMs) return
      const afterSec = Math.max(0, Math.ceil((atMs - clock.nowMs()) / 1000))
      await jobs.send(deliverJob, { service: name }, { onceKey: name, afterSec, replace: true })
      laterThanMs = atMs
    }
  }
  const scheduleAll = async () => {
    for (const open of services.values()) await schedule(open)
  }
  return {
    register: async (registration) => {
      const outcome = await registerDevice(db, registration, clock.nowMs())
      if (outcome === 'ended') return { kind: 'ended' }
      return { kind: 'registered', isAvailable: available.has(registration.service) }
    },
    remove: (accountId, token) => removeDevice(db, accountId, token),
    queued: () => scheduleAll().catch((error: unknown) => log.warn('push.job_not_started', { error })),
    deliver: async (name, signal) => {
      const open = services.get(name)
      if (open === undefined) return
      const outcomes = await deliverDue(
        { db: jobDb, clock, log, ...open, counted: (outcome) => counted(name, outcome) },
        signal,
      )
      if (Object.values(outcomes).some((count) => count > 0))
        log.info('push.delivered', { service: name, ...outcomes })
      if (!signal.aborted) await schedule(open)
    },
    findDue: async () => {
      const expired = await deleteExpired(jobDb, clock.nowMs(), maxExpiredAtOnce)
      if (expired > 0) log.warn('push.deliveries_expired', { expired })
      await scheduleAll()
    },
    close: async () => {
      await Promise.all([...services.values()].map(({ service }) => service.close()))
    },
  }
}

const maxLooks = 5
/** The rest is deleted a minute later. */
const maxExpiredAtOnce = 10_000

async function openServices(
  { fcm, apns, clock }: PushOptions,
  log: Log,
): Promise<ReadonlyMap<PushServiceName, OpenService>> {
  const services: PushService[] = []
  if (fcm !== undefined)
    services.push(openFcm({ account: await readServiceAccount(fcm.key), origin: fcm.origin, clock }))
  if (apns !== undefined) services.push(openApns({ ...apns, key: await readApnsKey(apns.key), clock }))
  return new Map(
    services.map((service) => [
      service.name,
      { service, state: createServiceState(service.name, clock, log) },
    ]),
  )
}

function countDeliveries(
  { metrics, db, log }: { readonly metrics: Metrics; readonly db: Db; readonly log: Log },
  services: ReadonlyMap<PushServiceName, OpenService>,
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
    () => Object.fromEntries([...services].map(([name, { state }]) => [name, state.isPaused ? 0 : 1])),
  )
  const queued: Gauge = new Gauge({
    name: 'ekran_push_queued',
    help: 'Push messages that wait for their first or next attempt',
    labelNames: ['service'],
    registers: [metrics.registry],
    collect: async () => {
      try {
        const counts = await countQueued(db)
        for (const name of services.keys()) queued.set({ service: name }, counts.get(name) ?? 0)
      } catch (error) {
        log.warn('push.count_failed', { error })
      }
    },
  })
  return (service, outcome) => attempts.inc({ service, outcome })
}
