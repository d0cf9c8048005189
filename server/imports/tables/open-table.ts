import { openChannelsTable } from './channels-table.ts'
import type { OpenContentTable } from './content-table.ts'
import { openCollectionsTable } from './collections-table.ts'
import { openFilmsTable } from './films-table.ts'
import type { TableSubject } from './tables.ts'

/** How each kind of things is opened as a table. */
export const contentTables: Readonly<Record<TableSubject, OpenContentTable>> = {
  channels: openChannelsTable,
  films: openFilmsTable,
  collections: openCollectionsTable,
}
