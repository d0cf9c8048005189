/** Log events of acts on segments. */
import type { LogEvents } from './log-event.ts'

export const bulkEvents = {
  'bulk.act_failed': {
    level: 'warn',
    means:
      'An act of a run over a segment failed unexpectedly for one subscriber (`accountId`); it is tried three times.',
  },
} as const satisfies LogEvents
