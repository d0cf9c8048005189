/** What of a channel is being watched: what is on the air, or a programme from a place in it. */
export type Viewing =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'programme'
      readonly pid: number
      readonly offsetSec: number
      /** The moment itself, unix seconds, where a link named it. */
      readonly atSec?: number
    }
