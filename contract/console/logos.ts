/**
 * Many logos at once: an archive of pictures becomes a draft that proposes a channel for each (CHAN-03); what is chosen is
 * applied in one transaction and taken back as one.
 */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { ListLogo } from './channel-parts.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { maxPieceBytes } from './imports.ts'

/** The largest archive. */
export const maxLogosBytes = 96 * 1024 * 1024
/** How many pictures it may have. */
export const maxLogosAtOnce = 2000
const maxFileNo = 1_000_000

const LogoDraft = z.object({
  draft_id: z.int(),
  /** The name of the archive or folder. */
  name: z.string(),
  state: z.enum(['open', 'applied']),
  /** '' for an operator at the command line. */
  staff_name: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  /** Why the whole archive was refused: `not_zip`, `broken`, `bomb`, `too_many`, `no_pictures`; '' when it was taken. */
  refusal: z.string(),
  /** How many files are not taken. */
  refused_count: z.int(),
  /** The set of changes that it became; null while it is open, and when nothing differed. */
  change_id: z.nullable(z.int()),
})

const LogoMatch = z.object({
  cid: z.int(),
  number: z.int(),
  name: z.string(),
  /** By what: the list's own logo, guide id, alias, number, name, or a member of staff. */
  by: z.enum(['playlist', 'id', 'alias', 'number', 'name', 'staff']),
  /** 0 to 1. */
  score: z.number(),
  /** What speaks against it; '' for nothing. */
  doubt: z.enum(['', 'country', 'feed', 'id', 'name', 'taken', 'several', 'number']),
  /**
   * `unsure`: look before it is taken. `double`: another file fits the channel better. `locked`: its logo was chosen by
   * hand. `same`: it has this logo already.
   */
  marks: z.array(z.enum(['unsure', 'double', 'locked', 'same'])),
  /** The logo it has now, 160 pixels wide; '' for none. */
  logo: z.string(),
})

const LogoFile = z.object({
  file_no: z.int(),
  /** Where it was in the archive, as a label. */
  file: z.string(),
  /** The picture, 160 pixels wide. */
  image: z.string(),
  width: z.int(),
  height: z.int(),
  /** The likeliest first; empty when no channel was found. */
  matches: z.array(LogoMatch),
})

const draftId = id()
const fileNo = whole(0, maxFileNo)
const view = { section: 'channels', level: 'view' } as const
const edit = { section: 'channels', level: 'edit' } as const

export const consoleLogos = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/channels/logos',
    permission: view,
    summary:
      'Drafts of logos that wait for a decision, and those that were applied; 50 of each, the newest first',
    input: z.object({}),
    output: z.object({ drafts: z.array(LogoDraft) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/channels/logos/one',
    permission: view,
    summary:
      'The pictures of a draft with the channels proposed for them, and channels that stay without a logo',
    input: z.object({ draft_id: draftId }),
    output: z.object({
      draft: LogoDraft,
      files: z.array(LogoFile),
      /** At most 500. `format`: no picture. `large`: more than 5 MB. `picture`: why in English in `detail`. */
      refused: z.array(
        z.object({ file: z.string(), why: z.enum(['format', 'large', 'picture']), detail: z.string() }),
      ),
      /** Channels without a logo for which no file was proposed; at most 500. */
      without: z.array(z.object({ cid: z.int(), number: z.int(), name: z.string() })),
      without_count: z.int(),
    }),
    failures: ['logos_not_found'],
  }),
  missing: consoleEndpoint({
    method: 'GET',
    path: '/channels/logos/missing',
    permission: view,
    summary: 'Channels without the logo that their list names, with the reason of each; the first 200',
    input: z.object({}),
    output: z.object({
      count: z.int(),
      channels: z.array(z.object({ cid: z.int(), number: z.int(), name: z.string(), ...ListLogo.shape })),
    }),
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/start',
    permission: edit,
    summary: 'Begins the upload of an archive of logos',
    input: z.object({ name: text(200, 1), size_bytes: whole(1, 2_147_483_647) }),
    output: z.object({ draft_id: z.int() }),
    failures: ['logos_too_large'],
  }),
  append: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/append',
    permission: edit,
    summary: 'Stores the next piece of an archive of logos; says where to go on',
    input: z.object({
      draft_id: draftId,
      begins_at: whole(0, maxLogosBytes),
      /** Base64. */
      bytes: z
        .string()
        .check(z.maxLength(Math.ceil(maxPieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
    }),
    output: z.object({ received_bytes: z.int() }),
    failures: ['logos_not_found'],
  }),
  read: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/read',
    permission: edit,
    summary:
      'Reads pictures of an archive for some seconds and says how far it is; afterwards proposes channels, again at each call',
    input: z.object({ draft_id: draftId }),
    output: z.object({
      is_done: z.boolean(),
      read: z.int(),
      /** 0 once all are read. */
      of: z.int(),
    }),
    failures: ['logos_not_found', 'logos_incomplete', 'upload_no_room'],
  }),
  assign: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/assign',
    permission: edit,
    summary: 'Says for which channel a picture of a draft is; null for none',
    input: z.object({ draft_id: draftId, file_no: fileNo, cid: z.nullable(id()) }),
    output: z.object({ draft_id: z.int() }),
    failures: ['logos_not_found', 'channel_not_found'],
  }),
  apply: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/apply',
    permission: edit,
    summary: 'Gives channels the chosen logos in one transaction; the set of changes takes them back',
    input: z.object({
      draft_id: draftId,
      chosen: z
        .array(z.object({ file_no: fileNo, cid: id() }))
        .check(z.minLength(1), z.maxLength(maxLogosAtOnce * 2)),
    }),
    output: z.object({
      change_id: z.int(),
      changed: z.int(),
      /** How many channels got another logo since the comparison: they keep it. */
      left: z.int(),
    }),
    failures: ['logos_not_found', 'logos_twice', 'logos_outdated'],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/channels/logos/discard',
    permission: edit,
    summary: 'Ends a draft of logos without applying it',
    input: z.object({ draft_id: draftId }),
    output: z.object({ draft_id: z.int() }),
    failures: ['logos_not_found'],
  }),
}
