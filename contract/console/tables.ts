/**
 * Tables of channels, films, collections, episodes, people, genres and guide matches: they go out as XLSX or CSV, and come back as a draft that shows what would
 * change (EDIT-04, IMPORT-01). A file goes out at `tableRoot`, which is no endpoint of the table:
 * `POST <tableRoot><subject>` with the fields of `TableExport` → 200 with the file, or a refusal as of an endpoint.
 */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'
import { filmViews, filmSorts } from './films.ts'
import { maxPieceBytes } from './imports.ts'

/** The largest table; 50,000 films with all their texts take about half of it as XLSX. */
export const maxTableBytes = 96 * 1024 * 1024
/** How many items a piece has. */
export const tableItemsAtOnce = 500
const maxItems = 20_000

export const tableFormats = ['xlsx', 'csv', 'csv-comma'] as const
export const tableRoot = `${consoleRoot}/tables/`

/** What is exported. */
export const TableExport = z.object({
  format: z.enum(tableFormats),
  /** Of the headings and words. */
  language: z.enum(['ru', 'uz', 'en']),
  /** Only these, in this order; all of them when absent. */
  ids: z.optional(z.array(id()).check(z.maxLength(maxItems))),
  /** Of films: only those that match, in this order. */
  filter: z.optional(
    z.object({
      q: text(200),
      view: z.enum(filmViews),
      sort: z.enum(filmSorts),
      descending: whole(0, 1),
    }),
  ),
})

/** What the rows of a table are; `matches`: which channel of a guide feeds ours. */
export const tableSubjects = [
  'channels',
  'films',
  'collections',
  'episodes',
  'people',
  'genres',
  'matches',
] as const
export type TableSubject = (typeof tableSubjects)[number]

const TableDraft = z.object({
  draft_id: z.int(),
  subject: z.enum(tableSubjects),
  /** The name of the file. */
  name: z.string(),
  state: z.enum(['open', 'applied']),
  /** '' for an operator at the command line. */
  staff_name: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  /** Why the whole file was refused: `old_excel`, `other_films` …; '' when it was taken. */
  refusal: z.string(),
  /** How many rows are as they were. */
  unchanged: z.int(),
  /** How many cells and rows cannot be taken. */
  problem_count: z.int(),
  /** The set of changes that it became; null while it is open, and when nothing differed. */
  change_id: z.nullable(z.int()),
})

const texts = z.record(z.string(), z.string())

const TableItem = z.object({
  item: z.int(),
  /** `gone`: not in the table. */
  kind: z.enum(['new', 'changed', 'gone']),
  /** The existing thing; null for a new one. */
  id: z.nullable(z.int()),
  /** In the file; 0 for one that is gone. */
  row: z.int(),
  label: z.string(),
  /** The texts of the cells that differ, by column; null: it does not exist. */
  before: z.nullable(texts),
  after: z.nullable(texts),
  /** Why it deserves a look. */
  marks: z.array(z.enum(['similar', 'renamed', 'emptied', 'number_taken', 'guide_taken'])),
  /** The existing thing that it looks like, or whose number it takes. */
  similar_to: z.string(),
})

const TableProblem = z.object({
  /** In the file; the heading is 1. */
  row: z.int(),
  /** Its name; '' for the row as a whole. */
  column: z.string(),
  value: z.string(),
  /** What is wrong: `not_number`, `unknown_choice` … */
  problem: z.string(),
  /** What would be taken: a range, names. */
  hint: z.string(),
})

const TableWarning = z.object({
  warning: z.enum(['mass', 'column', 'read_only', 'part', 'letters']),
  column: z.string(),
  count: z.int(),
  of: z.int(),
})

export const tableDraftViews = ['all', 'new', 'changed', 'gone', 'marked'] as const

const itemNumbers = z.array(whole(0, 2_147_483_647)).check(z.maxLength(maxItems))

/** Whose permissions apply. */
type TableSection = 'channels' | 'films' | 'home' | 'guide'

function lookEndpoints(section: TableSection, root: string) {
  const view = { section, level: 'view' } as const
  return {
    list: consoleEndpoint({
      method: 'GET',
      path: `${root}/tables`,
      permission: view,
      summary: 'Tables that wait for a decision, and those that were applied; 50 of each, the newest first',
      input: z.object({}),
      output: z.object({ drafts: z.array(TableDraft) }),
    }),
    one: consoleEndpoint({
      method: 'GET',
      path: `${root}/tables/one`,
      permission: view,
      summary: 'What a table would change, in pieces of 500 items',
      input: z.object({
        draft_id: id(),
        view: z._default(z.enum(tableDraftViews), 'all'),
        from_item: z._default(whole(0, 2_147_483_647), 0),
      }),
      output: z.object({
        draft: TableDraft,
        items: z.array(TableItem),
        /** How many items there are in each view, whichever is requested. */
        counts: z.record(z.enum(tableDraftViews), z.int()),
        /** Differs after a comparison that gave other items; with the first piece only, else ''. */
        comparison: z.string(),
        /** At most 2,000, with the first piece only. */
        problems: z.array(TableProblem),
        /** With the first piece only. */
        warnings: z.array(TableWarning),
      }),
      failures: ['table_not_found'],
    }),
  }
}

function uploadEndpoints(section: TableSection, root: string) {
  const edit = { section, level: 'edit' } as const
  return {
    start: consoleEndpoint({
      method: 'POST',
      path: `${root}/tables/start`,
      permission: edit,
      summary: 'Begins the upload of a table',
      input: z.object({
        name: text(200, 1),
        size_bytes: whole(1, 2_147_483_647),
        /** In which what differs is shown. */
        language: z.enum(['ru', 'uz', 'en']),
      }),
      output: z.object({ draft_id: z.int() }),
      failures: ['table_too_large'],
    }),
    append: consoleEndpoint({
      method: 'POST',
      path: `${root}/tables/append`,
      permission: edit,
      summary: 'Stores the next piece of a table; says where to go on',
      input: z.object({
        draft_id: id(),
        begins_at: whole(0, maxTableBytes),
        /** Base64. */
        bytes: z
          .string()
          .check(z.maxLength(Math.ceil(maxPieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
      }),
      output: z.object({ received_bytes: z.int() }),
      failures: ['table_not_found'],
    }),
    check: consoleEndpoint({
      method: 'POST',
      path: `${root}/tables/check`,
      permission: edit,
      summary: 'Compares a table with what is stored now; changes nothing',
      input: z.object({ draft_id: id() }),
      output: z.object({ draft_id: z.int() }),
      failures: ['table_not_found', 'table_incomplete'],
    }),
  }
}

function endEndpoints(section: TableSection, root: string) {
  const edit = { section, level: 'edit' } as const
  return {
    apply: consoleEndpoint({
      method: 'POST',
      path: `${root}/tables/apply`,
      permission: edit,
      summary: 'Applies the chosen rows of a table in one transaction; the set of changes takes it back',
      input: z.object({
        draft_id: id(),
        /** Of what is new or changed: all, only `items`, or all but `items`. */
        take: z.enum(['all', 'only', 'except']),
        items: z._default(itemNumbers, []),
        /** Of those that are gone, these are hidden. */
        gone: z._default(itemNumbers, []),
        /** The comparison whose items are chosen; refused when a later one has numbered them again. */
        comparison: z.optional(text(32)),
      }),
      output: z.object({
        change_id: z.int(),
        changed: z.int(),
        /** How many fields somebody changed since the comparison: they stay. */
        left: z.int(),
      }),
      failures: ['table_not_found', 'table_nothing_taken', 'table_outdated'],
    }),
    discard: consoleEndpoint({
      method: 'POST',
      path: `${root}/tables/discard`,
      permission: edit,
      summary: 'Ends a table without applying it',
      input: z.object({ draft_id: id() }),
      output: z.object({ draft_id: z.int() }),
      failures: ['table_not_found'],
    }),
  }
}

/** What one section has of tables: the same everywhere but for the permission and the path. */
function tableEndpoints(section: TableSection, root: `/${string}`) {
  return {
    ...lookEndpoints(section, root),
    ...uploadEndpoints(section, root),
    ...endEndpoints(section, root),
  }
}

export const consoleChannelTables = tableEndpoints('channels', '/channels')
export const consoleFilmTables = tableEndpoints('films', '/films')
export const consoleCollectionTables = tableEndpoints('home', '/collections')
export const consoleEpisodeTables = tableEndpoints('films', '/films/episodes')
export const consolePeopleTables = tableEndpoints('films', '/films/people')
export const consoleFilmGenreTables = tableEndpoints('films', '/films/genres')
export const consoleMatchTables = tableEndpoints('guide', '/guide/matching')

/** What admits a request for a file. */
function exportOf(section: TableSection, subject: string) {
  return consoleEndpoint({
    method: 'POST',
    path: `/tables/${subject}`,
    permission: { section, level: 'view' },
    summary: 'A table as a file',
    input: TableExport,
    output: z.object({}),
    failures: ['table_not_found'],
  })
}

export const tableExports = {
  channels: exportOf('channels', 'channels'),
  films: exportOf('films', 'films'),
  collections: exportOf('home', 'collections'),
  episodes: exportOf('films', 'episodes'),
  people: exportOf('films', 'people'),
  genres: exportOf('films', 'genres'),
  matches: exportOf('guide', 'matches'),
} as const satisfies Readonly<Record<TableSubject, unknown>>
