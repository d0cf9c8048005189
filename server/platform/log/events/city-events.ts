/** Log events of cities and the operator's networks. */
import type { LogEvents } from './log-event.ts'

export const cityEvents = {
  'cities.networks_loaded': {
    level: 'info',
    means: 'The list of the operator’s networks was read: at the start, or because it changed (`networks`).',
  },
  'cities.suggested': {
    level: 'info',
    means:
      'The night gave the city of their network to accounts that have none (`accounts`: how many changed).',
  },
} as const satisfies LogEvents
