/** The configured fault of the Bot API. */
import { createFaults as createPartFaults, type Faults as PartFaults } from '#emulators/http/faults.ts'

export const faultParts = ['api'] as const

/**
 * Nothing happens by: `down` (the connection is closed at once), `throttle` (429 with `retry_after`), `unavailable` (502),
 * `broken` (unreadable responses). It happens, but: `slow` (20 s later), `lose_answer` (the connection is closed without a
 * response).
 */
export const faultNames = [
  'none',
  'down',
  'throttle',
  'unavailable',
  'broken',
  'slow',
  'lose_answer',
] as const
export type FaultName = (typeof faultNames)[number]

export const slowMs = 20_000

export type Faults = PartFaults<(typeof faultParts)[number], FaultName>

export const createFaults = (): Faults => createPartFaults(faultParts)
