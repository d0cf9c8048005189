/** Log events of edges. */
import type { LogEvents } from './log-event.ts'

export const edgeEvents = {
  'edges.loaded': {
    level: 'info',
    means: 'The list of edges was read: at the start, or because it or the health of one changed (`edges`).',
  },
  'edges.left_out': {
    level: 'warn',
    means:
      'An edge failed three checks in a row and gets no viewers until it answers again (`edge`, `base`, `problem`). ' +
      'Look at its nginx and at the network between.',
  },
  'edges.back': {
    level: 'info',
    means: 'An edge that was left out answered twice and gets viewers again (`edge`, `base`).',
  },
} as const satisfies LogEvents
