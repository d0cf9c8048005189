/** Cinemas of the city and their showings. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, limit } from '#contract/form/fields.ts'

export const Showing = z.object({
  /** The title in our catalogue if it is there too; else null. */
  vid: z.nullable(z.int()),
  name: z.string(),
  poster: z.string(),
  age_rating: z.string(),
  /** Unix seconds of its future showings. */
  times: z.array(z.int()),
})
export type Showing = z.output<typeof Showing>

export const Cinema = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  phone: z.string(),
  /** An http(s) address, or empty. */
  site: z.string(),
  image: z.string(),
  showings: z.array(Showing),
})
export type Cinema = z.output<typeof Cinema>

export const cinemas = {
  list: endpoint({
    path: '/api/v1.2.0/cinemas',
    envelope: 'data',
    summary: 'Cinemas with their showings of the coming days',
    input: z.object({
      lang: common.lang,
      format: common.format,
      authkey: common.authkey,
      limit: limit(20, 60),
    }),
    output: z.array(Cinema),
    cache: { sec: 60 },
  }),
}
