/** The configured faults, per service. */
import { createFaults as createPartFaults, type Faults as PartFaults } from '#emulators/http/faults.ts'

export const services = ['fcm_login', 'fcm', 'apns', 'webpush'] as const
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

export type Faults = PartFaults<ServiceName, FaultName>

export const createFaults = (): Faults => createPartFaults(services)
