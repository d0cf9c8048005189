/** The configured faults, per service. */

export const services = ['fcm_login', 'fcm', 'apns'] as const
export type ServiceName = (typeof services)[number]

/**
 * Nothing is delivered by: `down` (the connection is closed at once), `throttle` (429), `unavailable` (503), `wrong_key`
 * (the key is refused, whatever it is), `broken` (unreadable responses), `huge` (endless ones), `expire_tokens` (`fcm`: the
 * access tokens are no longer valid).
 * The message is delivered: `slow` (20 s later, with its response), `lose_answer` (the connection is closed
 * without a response), `goaway` (`apns`: the connection ends in the orderly way after the response).
 */
export const faultNames = [
  'none',
  'down',
  'slow',
  'throttle',
  'unavailable',
  'wrong_key',
  'broken',
  'huge',
  'expire_tokens',
  'lose_answer',
  'goaway',
] as const
export type FaultName = (typeof faultNames)[number]

export const slowMs = 20_000

export interface Faults {
  /** The current fault of a service; with `times` it ends after that many requests. */
  take(service: ServiceName): FaultName
  set(which: readonly ServiceName[], name: FaultName, times: number | undefined): void
  all(): Readonly<Record<string, FaultName>>
}

export function createFaults(): Faults {
  const present = new Map<ServiceName, { name: FaultName; left: number }>()
  return {
    take: (service) => {
      const fault = present.get(service)
      if (fault === undefined) return 'none'
      fault.left -= 1
      if (fault.left <= 0) present.delete(service)
      return fault.name
    },
    set: (which, name, times) => {
      for (const service of which)
        if (name === 'none') present.delete(service)
        else present.set(service, { name, left: times ?? Number.POSITIVE_INFINITY })
    },
    all: () => Object.fromEntries(services.map((service) => [service, present.get(service)?.name ?? 'none'])),
  }
}
