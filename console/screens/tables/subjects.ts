/** The kinds of things that have tables. */
import {
  consoleChannelTables,
  consoleCollectionTables,
  consoleEpisodeTables,
  consoleFilmGenreTables,
  consoleFilmTables,
  consoleMatchTables,
  consolePeopleTables,
} from '#contract/console/tables.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { TableSubject } from '#console/tables/download-table.ts'

/** The endpoints of each, and whose permission is needed. */
export const subjects = {
  channels: { endpoints: consoleChannelTables, section: 'channels', path: '/channels' },
  films: { endpoints: consoleFilmTables, section: 'films', path: '/films' },
  collections: { endpoints: consoleCollectionTables, section: 'home', path: '/collections' },
  episodes: { endpoints: consoleEpisodeTables, section: 'films', path: '/films/episodes' },
  people: { endpoints: consolePeopleTables, section: 'films', path: '/films/people' },
  genres: { endpoints: consoleFilmGenreTables, section: 'films', path: '/films/genres' },
  matches: { endpoints: consoleMatchTables, section: 'guide', path: '/guide/matching' },
} as const satisfies Record<TableSubject, object>

export type TablePart = ResponseOf<typeof consoleChannelTables.one>
export type TableDraft = TablePart['draft']

/** Comparing and applying 50,000 rows takes a minute. */
export const longMs = 5 * 60_000
