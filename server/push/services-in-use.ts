/** The push services that messages go through now: another set of them may come while the process runs. */
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { ApnsSettings, FcmSettings } from '#server/platform/settings/push-settings.ts'
import { createHostLanes, type HostLanes } from './host-lanes.ts'
import { createServiceState, type ServiceState } from './service-state.ts'
import { openApns } from './services/apns.ts'
import { openFcm } from './services/fcm.ts'
import { PushKeyRefused, readApnsKey, readServiceAccount } from './services/key-files.ts'
import type { PushService } from './services/push-service.ts'
import { openWebPush, type WebPushOptions } from './services/web-push.ts'

/** What messages to browsers are sent with: set in every installation. */
export type WebPushSettings = Omit<WebPushOptions, 'clock'>

export interface PushServiceSettings {
  readonly fcm: FcmSettings | undefined
  readonly apns: ApnsSettings | undefined
}

export interface OpenService {
  readonly service: PushService
  readonly state: ServiceState
  /** Of the services of single devices; unused where all have this one. */
  readonly lanes: HostLanes
}

export interface ServicesInUse {
  /** Those that deliver; none in a process that only stores tokens. */
  services(): ReadonlyMap<PushServiceName, OpenService>
  /** Whether a service is set, in this process or in the one that delivers. */
  isSet(name: PushServiceName): boolean
  /** Closes the former ones once the new ones are open. Never rejects. */
  use(settings: PushServiceSettings): Promise<void>
  close(): Promise<void>
}

interface Deps {
  readonly clock: Clock
  readonly log: Log
  readonly settings: PushServiceSettings
  readonly webPush: WebPushSettings
  readonly delivers: boolean
}

/** Throws `PushKeyRefused` when a key cannot be used. */
export async function openServices({
  clock,
  log,
  settings,
  webPush,
  delivers,
}: Deps): Promise<ServicesInUse> {
  const openAll = async (next: PushServiceSettings, onRefused: (error: PushKeyRefused) => void) => {
    const opened = new Map<PushServiceName, OpenService>()
    if (!delivers) return opened
    const browsers = async () => openWebPush({ ...webPush, clock })
    for (const open of [...openersOf(next, clock), browsers]) {
      try {
        const service = await open()
        const state = createServiceState(service.name, clock, log)
        opened.set(service.name, { service, state, lanes: createHostLanes() })
      } catch (error) {
        if (!(error instanceof PushKeyRefused)) throw error
        onRefused(error)
      }
    }
    return opened
  }
  let set = settings
  let services: ReadonlyMap<PushServiceName, OpenService> = await openAll(settings, (error) => {
    throw error
  })
  const closeAll = async (open: typeof services) => {
    await Promise.all([...open.values()].map(({ service }) => service.close()))
  }
  const swap = async (next: PushServiceSettings) => {
    const former = services
    services = await openAll(next, (error) => log.error('push.key_refused', { why: error.message }))
    set = next
    await closeAll(former)
  }
  let last = Promise.resolve()
  return {
    services: () => services,
    isSet: (name) => name === 'webpush' || set[name] !== undefined,
    // One after the other: an older set never replaces a newer one.
    use: (settingsNow) => {
      last = last
        .then(() => swap(settingsNow))
        .catch((error: unknown) => log.error('push.services_not_changed', { error }))
      return last
    },
    close: async () => {
      await last
      await closeAll(services)
    },
  }
}

/** What opens each service that is set; one throws `PushKeyRefused` when its key cannot be used. */
export function openersOf(
  { fcm, apns }: PushServiceSettings,
  clock: Clock,
): readonly (() => Promise<PushService>)[] {
  return [
    ...(fcm === undefined
      ? []
      : [async () => openFcm({ account: await readServiceAccount(fcm), origin: fcm.origin, clock })]),
    ...(apns === undefined ? [] : [async () => openApns({ ...apns, key: await readApnsKey(apns), clock })]),
  ]
}
