/** Changes of content as numbered sets: who changed what, and taking one back (CHAN-01, IMPORT-02). */
import * as z from 'zod/mini'
import { id, limit, optionalText } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Sections whose changes are kept as sets. */
export const changeSections = [
  'channels',
  'billing',
  'films',
  'guide',
  'health',
  'home',
  'news',
  'settings',
  // What is set on the page of outside services.
  'services',
] as const

export const ChangeSet = z.object({
  change_id: z.int(),
  /** `edit`: by hand. `import`: by a list. `undo`: the opposite of `undoes`. */
  kind: z.enum(['edit', 'import', 'undo']),
  section: z.enum(changeSections),
  /** `rename`, `merge`, `playlist uz.m3u`: what was done, a word or the name of the input. */
  title: z.string(),
  /** How many things it created, changed and deleted. */
  created: z.int(),
  changed: z.int(),
  deleted: z.int(),
  /** '' for an operator at the command line. */
  staff_name: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  /** It can be taken back until then; 0 when it cannot (any more). Unix seconds. */
  undo_until: z.int(),
  /** The set that took it back; null when it holds. */
  undone_by: z.nullable(z.int()),
  /** The set that this one took back; null for every other. */
  undoes: z.nullable(z.int()),
})

/** One changed thing. Values are JSON by the name of their field; `before` null: it was created, `after` null: deleted. */
export const ChangeEntry = z.object({
  /** `channel`, `banner`, `news_item` … */
  entity: z.string(),
  entity_id: z.int(),
  /** Its name when it was changed. */
  label: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})

/** What could not be taken back: somebody changed the field since. */
export const UndoConflict = z.object({
  entity: z.string(),
  entity_id: z.int(),
  label: z.string(),
  /** '' when the thing itself is gone or there again. */
  field: z.string(),
  /** Its value now. */
  now: z.unknown(),
})

/** The input and output of an endpoint that takes a set of changes back. */
export const undoOfSection = {
  input: z.object({ change_id: id() }),
  output: z.object({
    /** The set that took it back; null when everything was changed since, and nothing was taken back. */
    change_id: z.nullable(z.int()),
    /** How many things were taken back. */
    undone: z.int(),
    conflicts: z.array(UndoConflict),
  }),
  failures: ['change_not_found', 'change_undone', 'undo_too_late'] as const,
}

export const consoleChanges = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/changes',
    permission: { section: 'channels', level: 'view' },
    summary: 'Changes of content, the newest first',
    input: z.object({
      section: z.optional(z.enum(changeSections)),
      /** Only of this thing. */
      entity: optionalText(40),
      entity_id: z.optional(id()),
      /** For the next page: the last `change_id` of this one. */
      before_change: z.optional(id()),
      limit: limit(50, 200),
    }),
    output: z.object({ changes: z.array(ChangeSet), has_more: z.boolean() }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/changes/one',
    permission: { section: 'channels', level: 'view' },
    summary: 'What a set of changes changed, at most 2,000 things of it',
    input: z.object({ change_id: id() }),
    output: z.object({ change: ChangeSet, entries: z.array(ChangeEntry), more: z.int() }),
    failures: ['change_not_found'],
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/changes/undo',
    permission: { section: 'channels', level: 'edit' },
    summary: 'Takes a set of changes back; what somebody changed since stays and is listed',
    ...undoOfSection,
  }),
}
