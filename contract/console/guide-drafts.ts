/** Guides that are looked at before they are applied (IMPORT-01), and which genre a word of a guide means. */
import * as z from 'zod/mini'
import { httpAddress, id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { maxPieceBytes } from './imports.ts'

/** The largest file, packed or not: as large as one from an address. */
export const maxGuideBytes = 512 * 1024 * 1024
/** How many programmes of a channel are shown. */
export const guideProgrammesAtOnce = 500
const maxChannels = 20_000

/** Why a channel deserves a look. */
export const guideMarks = ['loss', 'shifted', 'other', 'ends_soon', 'unsure'] as const

/** The fields of a programme that a JSON schedule can have. */
export const scheduleFields = [
  ...(['channel', 'start', 'stop', 'duration', 'date', 'title_ru', 'title_uz'] as const),
  ...(['description_ru', 'description_uz', 'episode', 'season', 'genre', 'age', 'zone'] as const),
] as const
export const durationUnits = ['seconds', 'minutes', 'milliseconds'] as const

/** Where programmes are in a JSON file: `data.items[].events[]`, and paths of fields from its beginning. */
const ScheduleMapping = z.object({
  list: text(300, 1),
  fields: z.partialRecord(z.enum(scheduleFields), text(300)),
  /** Names the channel, where no field does. */
  channel: text(200),
  /** The unit of `duration`. */
  duration: z.enum(durationUnits),
})

const GuideDraft = z.object({
  draft_id: z.int(),
  /** The name of the file, the address without its secrets, or the source. */
  name: z.string(),
  state: z.enum(['open', 'applied']),
  /** The source whose delivery was held back; null for a file or an address. */
  source: z.nullable(z.string()),
  /** The zone of times that name none: `+05:00`, `Asia/Tashkent`. */
  zone: z.string(),
  shift_min: z.int(),
  /** It is a JSON schedule. */
  is_json: z.boolean(),
  /** '' for an operator at the command line, and for a source. */
  staff_name: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  /** Differs after another comparison. */
  comparison: z.int(),
  /** Why the whole file was refused, in English; '' when it was read. */
  refused_whole: z.string(),
  /** How many programmes cannot be taken. */
  refused_count: z.int(),
  /** Channels of the guide, and of ours that it has. */
  guide_channels: z.int(),
  channels: z.int(),
  /** Those with other programmes than now, and those that deserve a look. */
  differing: z.int(),
  marked: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  /** Of the coming programmes that it replaces, so many would be lost. */
  ahead: z.int(),
  lost: z.int(),
  /** Programmes of channels that are not ours; too long ago or too far ahead. */
  foreign: z.int(),
  faraway: z.int(),
  /** The earliest of those, unix seconds; null for none. */
  faraway_at: z.nullable(z.int()),
  /** The set of changes that it became; null while it is open, and when nothing differed. */
  change_id: z.nullable(z.int()),
  /** When it was applied, unix seconds; null while it is open. */
  applied_at: z.nullable(z.int()),
  /** Until when its programmes reach, unix seconds; null without channels. */
  guide_until: z.nullable(z.int()),
})

const DraftChannel = z.object({
  cid: z.int(),
  number: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  guide_id: z.string(),
  guide_name: z.string(),
  matched_by: z.enum(['alias', 'id', 'name']),
  /** 0 to 1. */
  score: z.number(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  /** When its first programme begins and its last one ends, unix seconds. */
  begin: z.int(),
  end: z.int(),
  /** Times without a programme between them, and how long they are together. */
  gaps: z.int(),
  gap_minutes: z.int(),
  ahead: z.int(),
  lost: z.int(),
  /** By so many hours the same programmes start later than they do now; 0 when they do not. */
  shifted_hours: z.int(),
  marks: z.array(z.enum(guideMarks)),
})

/** Times are texts of Tashkent: `2026-11-28 20:00`. */
const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const DraftProgramme = z.object({
  /** `moved`: it is called the same and has other times. */
  kind: z.enum(['new', 'changed', 'moved', 'gone']),
  /** Unix seconds; as it will be, or as it was when it is gone. */
  begin: z.int(),
  end: z.int(),
  title: z.string(),
  /** The fields that differ; null for one that is new or gone. */
  before: z.nullable(values),
  after: z.nullable(values),
})

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const
const draftId = z.object({ draft_id: id() })
const zone = text(60, 1)
const shiftMin = whole(-1440, 1440)

export const consoleGuideDrafts = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/guide/drafts',
    permission: view,
    summary: 'Guides that wait for a decision, and those that were applied; the newest 30',
    input: z.object({}),
    output: z.object({ drafts: z.array(GuideDraft) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/guide/drafts/one',
    permission: view,
    summary: 'What a guide would change, channel by channel',
    input: draftId,
    output: z.object({
      draft: GuideDraft,
      channels: z.array(DraftChannel),
      /** Channels that are alike but not surely the same; they are not taken. */
      proposals: z.array(
        z.object({
          cid: z.int(),
          label: z.string(),
          guide_id: z.string(),
          guide_name: z.string(),
          score: z.number(),
          doubt: z.enum(['country', 'feed', 'id', 'name', 'taken', 'several']),
        }),
      ),
      /** Channels that the source supplied before and that are not in it. */
      missing: z.array(z.string()),
      /** At most 200. */
      refused: z.array(z.object({ where: z.string(), what: z.string(), why: z.string() })),
    }),
    failures: ['guide_draft_not_found'],
  }),
  programmes: consoleEndpoint({
    method: 'GET',
    path: '/guide/drafts/programmes',
    permission: view,
    summary: 'What a guide would change of one channel, programme by programme; the first 500',
    input: z.object({ draft_id: id(), cid: id() }),
    output: z.object({ programmes: z.array(DraftProgramme), more: z.int() }),
    failures: ['guide_draft_not_found'],
  }),
  schedule: consoleEndpoint({
    method: 'GET',
    path: '/guide/drafts/schedule',
    permission: view,
    summary: 'How a JSON schedule is read: its lists, the mapping, and the first programmes by it',
    input: draftId,
    output: z.object({
      lists: z.array(
        z.object({
          path: z.string(),
          entries: z.int(),
          columns: z.array(z.object({ path: z.string(), example: z.string() })),
        }),
      ),
      mapping: ScheduleMapping,
      /** The first programmes, as they are read; times as texts with their zone. */
      first: z.array(
        z.object({ channel: z.string(), start: z.string(), stop: z.string(), title: z.string() }),
      ),
    }),
    failures: ['guide_draft_not_found', 'draft_incomplete'],
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/start',
    permission: edit,
    summary: 'Begins the upload of a guide',
    input: z.object({ name: text(200, 1), size_bytes: whole(1, maxGuideBytes) }),
    output: z.object({ draft_id: z.int() }),
  }),
  append: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/append',
    permission: edit,
    summary: 'Stores the next piece of a guide; says where to go on',
    input: z.object({
      draft_id: id(),
      begins_at: whole(0, maxGuideBytes),
      /** Base64. */
      bytes: z
        .string()
        .check(z.maxLength(Math.ceil(maxPieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
    }),
    output: z.object({ received_bytes: z.int() }),
    failures: ['guide_draft_not_found', 'guide_no_room'],
  }),
  fetch: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/fetch',
    permission: edit,
    summary: 'Fetches a guide from a public address, once',
    input: z.object({ address: httpAddress() }),
    output: z.object({ draft_id: z.int() }),
    failures: ['guide_unreachable'],
  }),
  check: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/check',
    permission: edit,
    summary: 'Compares a guide with what is stored now; changes nothing',
    input: z.object({
      draft_id: id(),
      /** How it is read; absent: as before. */
      zone: z.optional(zone),
      shift_min: z.optional(shiftMin),
      /** Of a JSON schedule; a source that it comes from uses it from then on. */
      mapping: z.optional(ScheduleMapping),
    }),
    output: z.object({ draft_id: z.int() }),
    failures: ['guide_draft_not_found', 'draft_incomplete', 'guide_zone_unknown'],
  }),
  apply: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/apply',
    permission: edit,
    summary: 'Applies the chosen channels of a guide in one transaction; the set of changes takes it back',
    input: z.object({
      draft_id: id(),
      /** All channels, only `cids`, or all but `cids`. */
      take: z.enum(['all', 'only', 'except']),
      cids: z._default(z.array(id()).check(z.maxLength(maxChannels)), []),
      /** The comparison whose channels are chosen; refused when there is a later one. */
      comparison: z.optional(whole(0, 2_147_483_647)),
    }),
    output: z.object({ change_id: z.int(), changed: z.int() }),
    failures: ['guide_draft_not_found', 'draft_nothing_taken', 'draft_outdated'],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/guide/drafts/discard',
    permission: edit,
    summary: 'Ends a guide without applying it; a source goes on with its next delivery',
    input: draftId,
    output: z.object({ draft_id: z.int() }),
    failures: ['guide_draft_not_found'],
  }),
}
