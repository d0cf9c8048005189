/** What other parts use of tables. */
export { applyTable } from './apply-table.ts'
export { checkTable } from './check-table.ts'
export { exportTable, tableFormats } from './export-table.ts'
export { headingOf } from './headings.ts'
export { listTables, loadTable, type TableDraft, type TableItem } from './list-tables.ts'
export { appendToTable, discardTable, maxTableBytes, startTable, storeTable } from './store-table.ts'
export type { TableSubject } from './tables.ts'
export { tablesWorker } from './tables-worker.ts'
