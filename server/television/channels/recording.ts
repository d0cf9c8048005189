import * as z from 'zod/mini'

/** Heights a re-encoded channel may be made in. */
export const ladderHeights = [1080, 720, 576, 480, 360, 240] as const

const overrides = z.object({
  heights: z.optional(z.array(z.literal(ladderHeights)).check(z.minLength(1), z.maxLength(4))),
  reencode: z.optional(z.boolean()),
  hevc: z.optional(z.enum(['copy', 'encode'])),
  watch: z.optional(z.boolean()),
  stillPictures: z.optional(z.boolean()),
})

/**
 * What an operator wants of a channel's recording. What is absent is as the engine does it by itself:
 * - `heights`: the heights a picture is made in when it is made anew, tallest first;
 * - `reencode`: make it anew also where it could be passed on as it is;
 * - `hevc`: whether an HEVC picture is passed on as it is (many browsers cannot play it) or made anew;
 * - `watch`: false looks at neither picture nor sound;
 * - `stillPictures`: a picture that stands still is no fault (radio with a card).
 */
export type RecordingOverrides = z.infer<typeof overrides>

/** What the database keeps, or nothing of it when it is not as it should be. */
export function readRecordingOverrides(value: unknown): RecordingOverrides {
  const read = overrides.safeParse(value)
  return read.success ? read.data : {}
}
