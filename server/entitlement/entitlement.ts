/** The public API of entitlement: whether a viewer may watch an item, now and from this network. */
export { archiveItem, channelItem, isAdultRating, titleItem } from './items.ts'
export { openEntitlement, type Entitlement, type StreamAllowance } from './open-entitlement.ts'
export type { Item, Verdict } from './rules.ts'
