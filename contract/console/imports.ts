/** Imports of lists of channels: a draft shows what would change before anything does (IMPORT-02). */
import * as z from 'zod/mini'
import { httpAddress, id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The largest list; 50,000 channels take about 10 MB. */
export const maxListBytes = 16 * 1024 * 1024
/** The largest piece of an upload, before base64: it fits into a request. */
export const maxPieceBytes = 150 * 1024
/** How many items one request may name. */
/** Why an item of a list deserves a look. */
export const draftMarks = ['similar', 'local_address', 'address_moved', 'catchup_moved', 'renamed'] as const

const maxItems = 20_000
/** How many items a piece has. */
export const draftItemsAtOnce = 2000

const Draft = z.object({
  draft_id: z.int(),
  /** The name of the file, or the address without its secrets. */
  name: z.string(),
  state: z.enum(['open', 'applied']),
  record: z.boolean(),
  own_groups: z.boolean(),
  /** '' for an operator at the command line. */
  staff_name: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  /** Why the whole file was refused, in English; '' when it was taken. */
  refused_whole: z.string(),
  /** How many entries cannot become channels. */
  refused_count: z.int(),
  /** Channels of the list that are as they were. */
  unchanged: z.int(),
  /** The set of changes that it became; null while it is open, and when nothing differed. */
  change_id: z.nullable(z.int()),
})

const DraftItem = z.object({
  item: z.int(),
  /** `gone`: in the former edition, not in this one. `follows`: changed by another item, cannot be chosen. */
  kind: z.enum(['new', 'changed', 'gone', 'follows']),
  /** The existing channel; null for a new one. */
  cid: z.nullable(z.int()),
  label: z.string(),
  /** The fields that differ; null: it does not exist. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** Why it deserves a look. */
  marks: z.array(z.enum(draftMarks)),
  /** The existing channel that a new one looks like; '' for none. */
  similar_to: z.string(),
})

const UnknownGroup = z.object({
  group: z.string(),
  /** How many channels of the list are in it. */
  channels: z.int(),
})

const RefusedEntry = z.object({
  /** The line in the list. */
  line: z.int(),
  what: z.string(),
  /** In English. */
  why: z.string(),
})

/** Which items of a draft are asked for; `marked`: those that deserve a look. */
export const draftViews = ['all', 'new', 'changed', 'gone', 'follows', 'marked'] as const

const view = { section: 'channels', level: 'view' } as const
const edit = { section: 'channels', level: 'edit' } as const

const itemNumbers = z.array(whole(0, 2_147_483_647)).check(z.maxLength(maxItems))

const options = {
  /** Recording of the channels is switched on. */
  record: z._default(z.boolean(), false),
  /** Groups that match no category become own ones. */
  own_groups: z._default(z.boolean(), false),
}

export const consoleImports = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/imports',
    permission: view,
    summary: 'Imports that wait for a decision, and those that were applied; the newest 50',
    input: z.object({}),
    output: z.object({ drafts: z.array(Draft) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/imports/one',
    permission: view,
    summary: 'What an import would change, in pieces of 2,000 items',
    input: z.object({
      draft_id: id(),
      view: z._default(z.enum(draftViews), 'all'),
      from_item: z._default(whole(0, 2_147_483_647), 0),
    }),
    output: z.object({
      draft: Draft,
      items: z.array(DraftItem),
      /** How many items there are in each view, whichever is asked for. */
      counts: z.object({
        all: z.int(),
        new: z.int(),
        changed: z.int(),
        gone: z.int(),
        follows: z.int(),
        marked: z.int(),
      }),
      /** Differs after a comparison that gave other items; with the first piece only, else ''. */
      comparison: z.string(),
      /** At most 2,000, with the first piece only. */
      refused: z.array(RefusedEntry),
      /** At most 200 groups of the list without a category, those with most channels first; with the first piece only. */
      groups: z.array(UnknownGroup),
      /**
       * What full archives take if all of it is applied; null when it records nothing new, and with later pieces.
       */
      disk: z.nullable(
        z.object({
          /** Channels of the list that would be recorded. */
          channels: z.int(),
          bytes: z.int(),
          /** With the channels that are recorded already. */
          total_bytes: z.int(),
          /** For all archives; null before the first report of the recorder. */
          room_bytes: z.nullable(z.int()),
          /** Else 4 Mbit/s are assumed. */
          is_measured: z.boolean(),
        }),
      ),
    }),
    failures: ['draft_not_found'],
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/imports/start',
    permission: edit,
    summary: 'Begins the upload of a list',
    input: z.object({ name: text(200, 1), size_bytes: whole(1, maxListBytes) }),
    output: z.object({ draft_id: z.int() }),
  }),
  append: consoleEndpoint({
    method: 'POST',
    path: '/imports/append',
    permission: edit,
    summary: 'Stores the next piece of a list; says where to go on',
    input: z.object({
      draft_id: id(),
      begins_at: whole(0, maxListBytes),
      /** Base64. */
      bytes: z
        .string()
        .check(z.maxLength(Math.ceil(maxPieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
    }),
    output: z.object({ received_bytes: z.int() }),
    failures: ['draft_not_found'],
  }),
  fetch: consoleEndpoint({
    method: 'POST',
    path: '/imports/fetch',
    permission: edit,
    summary: 'Fetches a list from a public address',
    input: z.object({ address: httpAddress() }),
    output: z.object({ draft_id: z.int() }),
    failures: ['list_unreachable'],
  }),
  check: consoleEndpoint({
    method: 'POST',
    path: '/imports/check',
    permission: edit,
    summary: 'Compares a list with the channels as they are now; changes nothing',
    input: z.object({ draft_id: id(), ...options }),
    output: z.object({ draft_id: z.int() }),
    failures: ['draft_not_found', 'draft_incomplete'],
  }),
  mapGroups: consoleEndpoint({
    method: 'POST',
    path: '/imports/groups',
    permission: edit,
    summary: 'Remembers to which category groups of lists belong; the draft is then compared again',
    input: z.object({
      groups: z
        .array(
          z.object({
            group: text(60, 1),
            /** Null: a category of this name is created. */
            category_id: z.nullable(id()),
          }),
        )
        .check(z.minLength(1), z.maxLength(200)),
    }),
    output: z.object({ mapped: z.int() }),
    failures: ['category_not_found', 'categories_full'],
  }),
  groupRules: consoleEndpoint({
    method: 'GET',
    path: '/imports/groups',
    permission: view,
    summary: 'Which category groups of lists belong to, as staff has said',
    input: z.object({}),
    output: z.object({
      rules: z.array(
        z.object({
          /** In lower case. */
          group: z.string(),
          category_id: z.int(),
          staff_name: z.string(),
        }),
      ),
    }),
  }),
  forgetGroup: consoleEndpoint({
    method: 'POST',
    path: '/imports/groups/forget',
    permission: edit,
    summary: 'Forgets to which category a group belongs; channels stay where they are until the next import',
    input: z.object({ group: text(60, 1) }),
    output: z.object({ group: z.string() }),
    failures: ['group_not_found'],
  }),
  apply: consoleEndpoint({
    method: 'POST',
    path: '/imports/apply',
    permission: edit,
    summary: 'Applies the chosen items of a draft in one transaction; the set of changes takes it back',
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
    output: z.object({ change_id: z.int(), changed: z.int() }),
    failures: ['draft_not_found', 'draft_nothing_taken', 'draft_outdated'],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/imports/discard',
    permission: edit,
    summary: 'Ends a draft without applying it',
    input: z.object({ draft_id: id() }),
    output: z.object({ draft_id: z.int() }),
    failures: ['draft_not_found'],
  }),
}
