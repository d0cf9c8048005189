import { openChannelsTable } from './channels-table.ts'
import type { OpenContentTable } from './content-table.ts'
import { openCollectionsTable } from './collections-table.ts'
import { openEpisodesTable } from './episodes-table.ts'
import { openFilmsTable } from './films-table.ts'
import { openGenresTable } from './genres-table.ts'
import { openMatchesTable } from './matches-table.ts'
import { openPeopleTable } from './people-table.ts'
import type { TableSubject } from './tables.ts'

/** How each kind of things is opened as a table. */
export const contentTables: Readonly<Record<TableSubject, OpenContentTable>> = {
  channels: openChannelsTable,
  films: openFilmsTable,
  collections: openCollectionsTable,
  episodes: openEpisodesTable,
  people: openPeopleTable,
  genres: openGenresTable,
  matches: openMatchesTable,
}
