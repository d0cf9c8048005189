/** Recommendations for a viewer, each row with its reason. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { items, limit, middlewareInput } from '#contract/form/fields.ts'
import { FilmCard } from './films.ts'

export const InterestingRow = z.object({
  reason: z.object({
    /** `watched`: watched by viewers of `name`; `liked`: similar to a highly rated or favourite title; `popular`. */
    kind: z.enum(['watched', 'liked', 'popular']),
    /** The title of the reason, or 0. */
    vid: z.int(),
    /** That title's name in the caller's language, or empty. */
    name: z.string(),
  }),
  videos: items(FilmCard),
})
export type InterestingRow = z.output<typeof InterestingRow>

export const recommendations = {
  interesting: endpoint({
    path: '/middleware/video/interesting',
    access: 'optional',
    summary: 'Rows of recommended titles, each with its reason; a guest gets popular titles',
    /** `limit`: titles per row. */
    input: middlewareInput({ limit: limit(18, 40) }),
    output: z.object({ rows: items(InterestingRow) }),
    cache: { sec: 60 },
  }),
}
