/** The public API of entitlement: may this viewer watch this, now, from here? */
export { channelItem, titleItem } from './items.ts'
export { openEntitlement, type Entitlement, type StreamAllowance } from './open-entitlement.ts'
export type { Item, Verdict } from './rules.ts'
