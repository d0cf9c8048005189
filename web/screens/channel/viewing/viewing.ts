/** What is being watched on a channel: live, or a programme from a position in it. */
export type Viewing =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'programme'
      readonly pid: number
      readonly offsetSec: number
      /** The exact moment, unix seconds, where a link contains one. */
      readonly atSec?: number
    }
