/** Films and series of the guide in the console: which title of the catalogue each one is (FOLLOW-04). */
import * as z from 'zod/mini'
import { id, limit, optionalText, page } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const

/** Why a title of the catalogue fits a work of the guide, or does not fit quite. */
export const matchReasons = [
  'title',
  'title_near',
  'title_part',
  'original',
  'year',
  'year_near',
  'year_differs',
  'kind',
  'kind_differs',
  'duration',
  'duration_differs',
  'short_name',
  'ambiguous',
] as const
export type MatchReason = (typeof matchReasons)[number]

/** `attached`: to a title that was chosen by hand. */
export const decisions = ['none', 'confirmed', 'attached', 'detached'] as const
export type Decision = (typeof decisions)[number]

/**
 * `doubtful`: something fits, but not well enough to be shown by itself. `matched`: by its score or by hand. `own`:
 * nothing in the catalogue; it is a title of its own.
 */
export const broadcastTitleViews = ['doubtful', 'matched', 'own', 'decided'] as const
export type BroadcastTitleView = (typeof broadcastTitleViews)[number]

const CatalogueTitle = z.object({
  vid: z.int(),
  name: z.string(),
  original_name: z.string(),
  /** 0 when it is not known. */
  year: z.int(),
  is_series: z.boolean(),
  poster: z.string(),
})

export const BroadcastTitleItem = z.object({
  id: z.int(),
  name: z.string(),
  /** `any`: the guide does not call it a film or a series. */
  kind: z.enum(['film', 'series', 'any']),
  /** 0 when the guide does not say it. */
  year: z.int(),
  /** How many broadcasts the guide has. */
  broadcasts: z.int(),
  /** When the last one ends, unix seconds. */
  last_end_at: z.int(),
  /** 0 to 100. */
  score: z.int(),
  reasons: z.array(z.enum(matchReasons)),
  /** What fits best; null when nothing does. */
  match: z.nullable(CatalogueTitle),
  decision: z.enum(decisions),
  /** What it was attached to, or confirmed as; null for none. */
  decided: z.nullable(CatalogueTitle),
  /** Viewers see it as this title of the catalogue; 0 for none. */
  shown_vid: z.int(),
  staff_name: z.string(),
})
export type BroadcastTitleItem = z.output<typeof BroadcastTitleItem>

export const consoleBroadcastTitles = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/guide/broadcast-titles',
    permission: view,
    summary: 'Films and series of the guide with the titles of the catalogue that fit them',
    input: z.object({
      view: z._default(z.enum(broadcastTitleViews), 'doubtful'),
      query: optionalText(100),
      page: page(),
      limit: limit(50, 200),
    }),
    output: z.object({
      titles: z.array(BroadcastTitleItem),
      /** How many each view has, of those that match the text. */
      counts: z.object({
        doubtful: z.int(),
        matched: z.int(),
        own: z.int(),
        decided: z.int(),
      }),
      page: z.int(),
      last_page: z.int(),
      /** Whether viewers see any of it, and from which score on a match counts by itself. */
      is_on: z.boolean(),
      min_score: z.int(),
    }),
  }),
  confirm: consoleEndpoint({
    method: 'POST',
    path: '/guide/broadcast-titles/confirm',
    permission: edit,
    summary: 'The title that fits best is the right one, whatever its score',
    input: z.object({ id: id() }),
    output: z.object({ change_id: z.int() }),
    failures: ['broadcast_title_not_found', 'broadcast_title_unmatched'],
  }),
  attach: consoleEndpoint({
    method: 'POST',
    path: '/guide/broadcast-titles/attach',
    permission: edit,
    summary: 'It is this title of the catalogue',
    input: z.object({ id: id(), vid: id() }),
    output: z.object({ change_id: z.int() }),
    failures: ['broadcast_title_not_found', 'film_not_found'],
  }),
  detach: consoleEndpoint({
    method: 'POST',
    path: '/guide/broadcast-titles/detach',
    permission: edit,
    summary: 'It is no title of the catalogue, and stays so',
    input: z.object({ id: id() }),
    output: z.object({ change_id: z.int() }),
    failures: ['broadcast_title_not_found'],
  }),
  reset: consoleEndpoint({
    method: 'POST',
    path: '/guide/broadcast-titles/reset',
    permission: edit,
    summary: 'Forgets what was decided by hand: the score decides again',
    input: z.object({ id: id() }),
    output: z.object({ change_id: z.int() }),
    failures: ['broadcast_title_not_found'],
  }),
}
