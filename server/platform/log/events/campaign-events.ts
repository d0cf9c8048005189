/** Log events of campaigns: messages to many subscribers. */
import type { LogEvents } from './log-event.ts'

export const campaignEvents = {
  'campaigns.started': {
    level: 'info',
    means: 'A campaign began: who was in its segment at this moment gets it (`recipients`).',
  },
  'campaigns.finished': {
    level: 'info',
    means: 'Every recipient of a campaign has got its message, or a reason why not.',
  },
  'campaigns.receipt_not_stored': {
    level: 'warn',
    means: 'The receipt of an SMS could not be stored: the message counts as sent, not as delivered.',
  },
} as const satisfies LogEvents
