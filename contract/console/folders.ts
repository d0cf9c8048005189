/**
 * Folders of films: looked through before anything is published, as a draft that shows what would change and why each
 * file is understood so (IMPORT-01). What somebody corrects holds at every later import of the folder.
 */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** How many items a piece has. */
export const folderItemsAtOnce = 300
const maxItems = 20_000
const maxPath = 4000

export const folderMarks = [
  ...['double', 'cross', 'season', 'episode', 'year', 'numbered', 'jump', 'language', 'several'],
  ...['similar', 'removed', 'otherwise'],
] as const
export const folderViews = ['all', 'new', 'changed', 'gone', 'marked'] as const
export const reasonSubjects = ['kind', 'series', 'season', 'episode', 'title', 'year', 'language'] as const
export const reasonSources = [
  ...['folder', 'name', 'rule', 'correction', 'nfo', 'order', 'time', 'text', 'catalogue', 'assumed'],
] as const

const FolderDraft = z.object({
  draft_id: z.int(),
  /** Relative to the folder of films; '' for all of it. */
  folder: z.string(),
  state: z.enum(['open', 'applied']),
  /** '' for an operator at the command line. */
  staff_name: z.string(),
  /** When it was looked through, unix seconds. */
  looked_at: z.int(),
  /** How many films, series and episodes are as they are in the catalogue. */
  unchanged: z.int(),
  refused_count: z.int(),
  /** Files that belong to no film. */
  passed_count: z.int(),
  /** The set of changes that it became; null while it is open, and when nothing differed. */
  change_id: z.nullable(z.int()),
})

const fields = z.record(z.string(), z.unknown())

const FolderItem = z.object({
  item: z.int(),
  /** `gone`: a title whose file is not there any more, or is understood as something else. */
  kind: z.enum(['new', 'changed', 'gone']),
  what: z.enum(['film', 'series', 'episode']),
  /** The file, relative to the folder of films; of a series its place. */
  path: z.string(),
  /** The existing title; null for a new one. */
  vid: z.nullable(z.int()),
  label: z.string(),
  /** The fields that differ; `before` null: it is new. */
  before: z.nullable(fields),
  after: z.nullable(fields),
  /** Fields that differ, and stay as somebody edited them. */
  locked: z.array(z.string()),
  /** Why it deserves a look. */
  marks: z.array(z.enum(folderMarks)),
  /** The existing title that it looks like, or the other file of the same episode. */
  similar_to: z.string(),
  /** Why it was understood so. `by`: the words that say it; `value`: `film`, `episode`, a number, a text. */
  reasons: z.array(
    z.object({
      what: z.enum(reasonSubjects),
      value: z.string(),
      from: z.enum(reasonSources),
      by: z.string(),
    }),
  ),
  /** As a correction of it begins. */
  guess: z.object({
    kind: z.enum(['film', 'episode']),
    title: z.string(),
    year: z.nullable(z.int()),
    series: z.string(),
    season: z.nullable(z.int()),
    episode: z.nullable(z.int()),
  }),
})

/** A rule of a folder; a field that is absent is guessed. */
const ruleFields = {
  kind: z.optional(z.enum(['series', 'films'])),
  series: z.optional(text(200, 1)),
  season: z.optional(whole(0, 999)),
  /** The first or the last number of the name, or the order of the files. */
  episode: z.optional(z.enum(['first', 'last', 'order'])),
  /** Numbers like 2x1 are no episodes. */
  no_crosses: z.optional(z.boolean()),
  /** Numbers like 2019 are no years. */
  no_years: z.optional(z.boolean()),
  /** ISO 639-1 by the part of a subtitle's name between the film's name and the extension. */
  subtitles: z.optional(z.record(text(40), z.string().check(z.regex(/^[a-z]{2}$/)))),
  /** The watched folder leaves it to somebody. */
  by_hand: z.optional(z.boolean()),
}
/** A correction of one file. */
const fileFields = {
  kind: z.enum(['film', 'episode', 'left']),
  title: z.optional(text(200, 1)),
  year: z.optional(whole(1880, 2200)),
  series: z.optional(text(200, 1)),
  season: z.optional(whole(0, 999)),
  episode: z.optional(whole(0, 9999)),
}

const NamingRule = z.object({
  /** Relative to the folder of films; '' for itself, and for a folder above it. */
  path: z.string(),
  is_folder: z.boolean(),
  /** Of a folder above: it is removed at the command line. */
  is_above: z.boolean(),
  rule: fields,
  staff_name: z.string(),
})

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const
const draft = { draft_id: id() }
const One = z.object({ draft_id: z.int() })
const lookFailures = ['folder_outside', 'folder_unreadable', 'folder_too_large'] as const
/** The draft that is compared again with the new rule; 0 for none. */
const again = { draft_id: z._default(whole(0, 2_147_483_647), 0) }

const lookEndpoints = {
  places: consoleEndpoint({
    method: 'GET',
    path: '/films/folders/places',
    permission: view,
    summary: 'A folder that can be looked through, the folders in it, and what is said about its names',
    input: z.object({ folder: z._default(text(maxPath), '') }),
    output: z.object({
      /** The folder of films, on the server. */
      root: z.string(),
      /** Whether it is there: before the first upload it may not be. */
      exists: z.boolean(),
      folder: z.string(),
      folders: z.array(z.string()),
      /** There are more folders than are listed. */
      is_cut: z.boolean(),
      rules: z.array(NamingRule),
      /** The folder is not watched before the first run was ended. */
      is_waiting: z.boolean(),
    }),
    failures: ['folder_outside', 'folder_unreadable'],
  }),
  list: consoleEndpoint({
    method: 'GET',
    path: '/films/folders',
    permission: view,
    summary: 'Folders that wait for a decision, and those that were applied; 50 of each, the newest first',
    input: z.object({}),
    output: z.object({ drafts: z.array(FolderDraft) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/films/folders/one',
    permission: view,
    summary: 'What a folder would change, in pieces of 300 items',
    input: z.object({
      ...draft,
      view: z._default(z.enum(folderViews), 'all'),
      from_item: z._default(whole(0, 2_147_483_647), 0),
    }),
    output: z.object({
      draft: FolderDraft,
      items: z.array(FolderItem),
      /** How many items there are in each view, whichever is requested. */
      counts: z.record(z.enum(folderViews), z.int()),
      /** Differs after a look that gave other items; with the first piece only, else ''. */
      comparison: z.string(),
      /** At most 2,000, with the first piece only. `why`: in English, with the remedy. */
      refused: z.array(z.object({ path: z.string(), what: z.string(), why: z.string() })),
      /** With the first piece only. */
      rules: z.array(NamingRule),
    }),
    failures: ['folder_draft_gone'],
  }),
  look: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/look',
    permission: edit,
    summary: 'Looks through a folder and stores what importing it would change; publishes nothing',
    input: z.object({ folder: z._default(text(maxPath), '') }),
    output: One,
    failures: ['folder_draft_gone', ...lookFailures],
  }),
  again: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/again',
    permission: edit,
    summary: 'Looks through the folder of a draft once more',
    input: z.object(draft),
    output: One,
    failures: ['folder_draft_gone', ...lookFailures],
  }),
}

const namingEndpoints = {
  correct: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/correct',
    permission: edit,
    summary: 'Says what a file is, at this and every later import; the draft is compared again at once',
    input: z.object({ ...draft, path: text(maxPath, 1), ...fileFields }),
    output: One,
    failures: ['folder_draft_gone', 'folder_rules_full', ...lookFailures],
  }),
  rule: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/rule',
    permission: edit,
    summary:
      'Says how the names of a folder are read, at this and every later import; nothing removes the rule',
    input: z.object({ ...again, folder: text(maxPath), ...ruleFields }),
    output: z.object({ folder: z.string() }),
    failures: ['folder_draft_gone', 'folder_rules_full', ...lookFailures],
  }),
  forget: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/forget',
    permission: edit,
    summary: 'Removes what was said about a folder or a file',
    input: z.object({ ...again, path: text(maxPath) }),
    output: z.object({ path: z.string() }),
    failures: ['folder_draft_gone', ...lookFailures],
  }),
}

export const consoleFolders = {
  ...lookEndpoints,
  ...namingEndpoints,
  apply: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/apply',
    permission: edit,
    summary: 'Publishes the chosen items in one transaction; the set of changes takes them back',
    input: z.object({
      ...draft,
      /** All, only `items`, or all but `items`. */
      take: z.enum(['all', 'only', 'except']),
      items: z._default(z.array(whole(0, 2_147_483_647)).check(z.maxLength(maxItems)), []),
      /** The look whose items are chosen; refused when a later one has numbered them again. */
      comparison: z.optional(text(32)),
    }),
    output: z.object({
      /** 0 when nothing differed. */
      change_id: z.int(),
      changed: z.int(),
      /** Files that changed since they were looked at, and were left; at most 20 of them by name. */
      left: z.array(z.string()),
      left_count: z.int(),
    }),
    failures: [
      ...(['folder_draft_gone', 'folder_nothing_left', 'table_nothing_taken', 'folder_too_large'] as const),
      'draft_outdated',
    ],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/films/folders/discard',
    permission: edit,
    summary: 'Ends a draft; nothing is published',
    input: z.object(draft),
    output: One,
    failures: ['folder_draft_gone'],
  }),
}
