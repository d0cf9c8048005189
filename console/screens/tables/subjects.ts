/** The three kinds of things that have tables. */
import { consoleChannelTables, consoleCollectionTables, consoleFilmTables } from '#contract/console/tables.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { TableSubject } from '#console/tables/download-table.ts'

/** The endpoints of each, and whose permission is needed. */
export const subjects = {
  channels: { endpoints: consoleChannelTables, section: 'channels', path: '/channels' },
  films: { endpoints: consoleFilmTables, section: 'films', path: '/films' },
  collections: { endpoints: consoleCollectionTables, section: 'home', path: '/collections' },
} as const satisfies Record<TableSubject, object>

export type TablePart = ResponseOf<typeof consoleChannelTables.one>
export type TableDraft = TablePart['draft']

/** Comparing and applying 50,000 rows takes a minute. */
export const longMs = 5 * 60_000
