/** Segments: rules for which subscribers are meant, counted as one types (MSG-01). */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'
import { SegmentRules, SegmentRulesText } from './segment-rules.ts'

const view = { section: 'messages', level: 'view' } as const
const edit = { section: 'messages', level: 'edit' } as const

const Words = z.object({ ru: z.string(), uz: z.string() })
const Choice = z.object({ id: z.int(), name: Words })

const Segment = z.object({
  segment_id: z.int(),
  name: z.string(),
  version: z.int(),
  rules: SegmentRules,
  /** Unix seconds. */
  changed_at: z.int(),
})
export type SegmentRow = z.output<typeof Segment>

export const consoleSegments = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/segments',
    permission: view,
    summary: 'Saved segments by name, at most 200',
    input: z.object({}),
    output: z.object({ segments: z.array(Segment) }),
  }),
  choices: consoleEndpoint({
    method: 'GET',
    path: '/segments/choices',
    permission: view,
    summary: 'What rules choose from: tariffs, genres, channels, cities',
    input: z.object({}),
    output: z.object({
      ...{ tariffs: z.array(Choice), genres: z.array(Choice), channels: z.array(Choice) },
      /** Regions, each followed by its cities, whose `region` is its name. */
      cities: z.array(z.object({ ...Choice.shape, region: Words })),
    }),
  }),
  count: consoleEndpoint({
    method: 'GET',
    path: '/segments/count',
    permission: view,
    summary: 'How many subscribers rules mean now, and some of them',
    input: z.object({ rules: SegmentRulesText }),
    output: z.object({
      /** Null: it takes longer than three seconds to count. */
      count: z.nullable(z.int()),
      /** All subscribers; 0 when it was not counted. */
      total: z.int(),
      /** The newest, at most 20; none for those who may not see subscribers. */
      sample: z.array(
        z.object({
          account_id: z.int(),
          abonement: z.string(),
          name: z.string(),
          /** As on the card: hidden from those who may not act on subscribers. */
          phone: z.string(),
        }),
      ),
    }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/segments/save',
    permission: edit,
    summary: 'Saves a segment, or creates one',
    input: z.object({
      segment_id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      name: text(120, 1),
      rules: SegmentRules,
    }),
    output: z.object({ segment_id: z.int() }),
    failures: ['segment_not_found', 'changed_since', 'messages_full'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/segments/remove',
    permission: edit,
    summary: 'Deletes a segment; campaigns that were started go on',
    input: z.object({ segment_id: id() }),
    output: z.object({}),
    failures: ['segment_not_found'],
  }),
}

/**
 * The subscribers of a segment as CSV, with their phones: `POST <segmentExportRoot><number>` → 200 with the file, or a
 * refusal as of an endpoint. For those who may act on subscribers as well.
 */
export const segmentExportRoot = `${consoleRoot}/segment-files/`
export const segmentExport = consoleEndpoint({
  method: 'POST',
  path: '/segment-files',
  permission: { section: 'messages', level: 'act' },
  summary: 'The subscribers of a segment as a file',
  input: z.object({}),
  output: z.object({}),
})
