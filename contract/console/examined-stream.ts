import * as z from 'zod/mini'

/** A stream of a source. Null where it is unknown or does not apply. */
export const ExaminedStream = z.object({
  kind: z.enum(['video', 'audio']),
  codec: z.string(),
  /** Two letters, or ''. */
  language: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  frames_per_second: z.nullable(z.number()),
  is_interlaced: z.boolean(),
  channels: z.nullable(z.int()),
})
