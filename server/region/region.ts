/** The face of the region room: inside or outside the national network. */
export type { ImportedList } from './import-list.ts'
export { importList } from './import-list.ts'
export { openRegion } from './open-region.ts'
export type { Region } from './open-region.ts'
export type { ListPlace, PrefixList } from './prefix-list.ts'
export { isAbsent, listPlace, readList } from './prefix-list.ts'
export { regionRoutes } from './routes.ts'
export { addRegionGauges, regionPart } from './watch-region.ts'
