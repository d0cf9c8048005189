/** How watching goes, as viewers' players report it (OPS-03). */
import * as z from 'zod/mini'
import { consoleEndpoint } from './console-endpoint.ts'

export const playDevices = ['tv', 'phone', 'tablet', 'computer', 'other'] as const
export const playKinds = ['live', 'archive', 'film'] as const

/** Longer starts are counted together. */
export const longestStartMs = 20_000

/** Null where too little was played to tell. */
const Figures = z.object({
  /** Players that were opened. */
  plays: z.int(),
  /** Left before the first picture. */
  abandoned: z.int(),
  failures: z.int(),
  /** From opening to the first picture, milliseconds; 20,001 for more than 20,000. */
  start_p50_ms: z.nullable(z.int()),
  start_p95_ms: z.nullable(z.int()),
  played_sec: z.int(),
  /** Waits for data after the start, without those after a jump. */
  stalls_per_hour: z.nullable(z.number()),
  /** 0 to 1. */
  stalled_share: z.nullable(z.number()),
  bits_per_second: z.nullable(z.int()),
  /** The mean height of the picture. */
  height: z.nullable(z.int()),
  /** Changes of quality. */
  switches_per_hour: z.nullable(z.number()),
})
export type PlayFigures = z.output<typeof Figures>

const Span = z.object({
  all: Figures,
  /** The most played first. */
  groups: z.array(z.object({ device: z.enum(playDevices), kind: z.enum(playKinds), figures: Figures })),
  /** What went worst, at most 10. */
  worst: z.array(
    z.object({
      kind: z.enum(playKinds),
      /** The number of the channel or film. */
      id: z.int(),
      /** '' for one that is gone. */
      name: z.string(),
      figures: Figures,
    }),
  ),
  /** The most frequent first; a code begins with `P1` to `P8`. */
  failures: z.array(z.object({ code: z.string(), count: z.int() })),
})
export type PlaySpan = z.output<typeof Span>

export const consolePlays = {
  figures: consoleEndpoint({
    method: 'GET',
    path: '/plays',
    permission: { section: 'health', level: 'view' },
    summary: 'Starts, stalls and failures of the last hour, day and month, as players report them',
    input: z.object({}),
    output: z.object({
      /** Unix seconds. */
      at: z.int(),
      hour: Span,
      day: Span,
      /** The newest first; in Tashkent. */
      days: z.array(z.object({ at: z.int(), figures: Figures })),
    }),
  }),
}
