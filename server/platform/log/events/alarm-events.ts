/** Log events of alarms for the staff. */
import type { LogEvents } from './log-event.ts'

export const alarmEvents = {
  'alarms.notified': {
    level: 'info',
    means: 'Alarms began (`raised`) or ended (`ended`); their messages are on the way.',
  },
  'alarms.look_failed': {
    level: 'error',
    means: 'The problems of channels could not be compared with the rules of alarms; it is tried again.',
    action: 'Is the database there? See `error`.',
  },
  'alarms.not_delivered': {
    level: 'warn',
    means: 'The message of an alarm was refused for good (`reason`); it is not tried again.',
    action: 'See the alarm and its targets in the console, and send a test message.',
  },
} as const satisfies LogEvents
