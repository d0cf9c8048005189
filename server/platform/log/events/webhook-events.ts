/** Log events of webhooks for other programs. */
import type { LogEvents } from './log-event.ts'

export const webhookEvents = {
  'webhooks.disabled': {
    level: 'warn',
    means:
      'A webhook had no success for five days, or its receiver said that it is gone: it is switched off.',
    action: 'Repair the receiver, switch the webhook on in the console, and send again what it missed.',
  },
  'webhooks.attempt_failed': {
    level: 'error',
    means: 'What came of an attempt to deliver an event could not be stored; it is repeated after a minute.',
    action: 'Is the database there? See `error`.',
  },
  'webhooks.dispatch_failed': {
    level: 'error',
    means: 'Events for other programs could not be read; it is tried again after two seconds.',
    action: 'Is the database there? See `error`.',
  },
} as const satisfies LogEvents
