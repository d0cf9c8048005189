import * as z from 'zod/mini'

/** The possible heights of a re-encoded channel. */
export const ladderHeights = [1080, 720, 576, 480, 360, 240] as const

const overrides = z.object({
  heights: z.optional(z.array(z.literal(ladderHeights)).check(z.minLength(1), z.maxLength(4))),
  reencode: z.optional(z.boolean()),
  hevc: z.optional(z.enum(['copy', 'encode'])),
  watch: z.optional(z.boolean()),
  stillPictures: z.optional(z.boolean()),
})

/**
 * An operator's overrides for a channel's recording. For absent ones the engine decides:
 * - `heights`: the heights of re-encoded renditions, tallest first;
 * - `reencode`: re-encode also where the source could be passed through;
 * - `hevc`: whether HEVC video is passed through (many browsers cannot play it) or re-encoded;
 * - `watch`: false checks neither video nor audio;
 * - `stillPictures`: a still picture is no fault (a camera, a card with music).
 */
export type RecordingOverrides = z.infer<typeof overrides>

/** Parses the stored overrides; invalid ones are ignored as a whole. */
export function readRecordingOverrides(value: unknown): RecordingOverrides {
  const read = overrides.safeParse(value)
  return read.success ? read.data : {}
}
