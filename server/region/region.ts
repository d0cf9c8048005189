/** The public API of region: inside or outside the national network. */
export { type ImportedList, importList, removeList } from './import-list.ts'
export { networkListChangedChannel } from './stored-list.ts'
export { openRegion, type Region } from './open-region.ts'
export { type ListPlace, type PrefixList, listPlace, readList } from './prefix-list.ts'
export { parsePrefix, prefixTable, prefixText } from './prefix-table.ts'
export { addRegionGauges, regionPart } from './watch-region.ts'
