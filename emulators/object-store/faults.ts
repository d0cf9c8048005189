/** The configured faults, by what a request does; `begin` and `complete`: an upload in parts. */
import { createFaults as createPartFaults, type Faults as PartFaults } from '#emulators/http/faults.ts'

export const parts = ['read', 'write', 'begin', 'complete', 'delete'] as const
export type PartName = (typeof parts)[number]

/**
 * Nothing happens by: `down` (the connection is closed at once), `error` (500), `slow_down` (503), `denied` (403),
 * `skewed` (the store's clock is an hour ahead). `lose_answer`: done, and closed without a response. `cut_body` (read):
 * half of the body. `lose_write` (write): acknowledged and not stored. `flip` (read): one byte is another one.
 */
export const faultNames = [
  'none',
  'down',
  'error',
  'slow_down',
  'denied',
  'skewed',
  'lose_answer',
  'cut_body',
  'lose_write',
  'flip',
] as const
export type FaultName = (typeof faultNames)[number]

export type Faults = PartFaults<PartName, FaultName>

export const createFaults = (): Faults => createPartFaults(parts)
