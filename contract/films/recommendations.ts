/** What might interest somebody, each row with its reason. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { items, limit, middlewareInput } from '#contract/form/fields.ts'
import { FilmCard } from './films.ts'

export const InterestingRow = z.object({
  reason: z.object({
    /** `watched`: like what was watched by others who watched `name`; `liked`: like a title rated highly or kept; `popular`: what most watch now. */
    kind: z.enum(['watched', 'liked', 'popular']),
    /** The title it is because of, 0 where it is none. */
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
    summary: 'Rows of titles the caller may like, with why; a guest gets what is popular',
    /** `limit`: titles in a row. */
    input: middlewareInput({ limit: limit(18, 40) }),
    output: z.object({ rows: items(InterestingRow) }),
    cache: { sec: 60 },
  }),
}
