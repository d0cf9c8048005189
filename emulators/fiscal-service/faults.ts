/** The configured faults, per request. */
import { createFaults as createPartFaults, type Faults as PartFaults } from '#emulators/http/faults.ts'

export const requests = ['receipt', 'refund_receipt', 'receipt_url'] as const
export type RequestName = (typeof requests)[number]

/**
 * Nothing is registered by: `down` (the connection is closed at once), `http_500`, `wrong_key` (403), `broken` (an HTML page).
 * The receipt is registered, and then: `lose_answer` (the connection is closed without a response), `slow` (the response
 * comes after 20 s), `later` (202: its link is there at the third look), `done_but_500`.
 */
export const faultNames = [
  'none',
  'down',
  'http_500',
  'wrong_key',
  'broken',
  'lose_answer',
  'slow',
  'later',
  'done_but_500',
] as const
export type FaultName = (typeof faultNames)[number]

export const slowMs = 20_000

export type Faults = PartFaults<RequestName, FaultName>

export const createFaults = (): Faults => createPartFaults(requests)
