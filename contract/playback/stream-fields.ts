/** The stream lease fields that every request for a playback address has. */
import * as z from 'zod/mini'
import { flag } from '#contract/form/fields.ts'

/** The id of a stream lease, from a previous address. */
export function streamId() {
  return z.string().check(z.regex(/^[\w-]{10,40}$/, 'a stream_id of an address'))
}

/** Fields of a request for an address about where the media comes from. */
export const edgeInput = {
  /**
   * 1: this player may request media from other origins than the API's. The address may then be that of an edge, and
   * the next one that of another edge. Without it addresses are on the API's own origin.
   */
  edges: z._default(flag(), 0),
  /** The origin of an address that this player has just not reached: it gets another one. */
  failed_edge: z.optional(z.string().check(z.maxLength(200))),
}

/** Fields of a request for an address. */
export const streamInput = {
  /**
   * The stream of the previous address: the same video continues in it, another one replaces it. Without it, a player
   * that sends heartbeats starts an additional stream; one that does not has one stream per session.
   */
  stream_id: z.optional(streamId()),
  /**
   * 1: the player of `stream_id` is gone, e.g. after a page reload. A new stream replaces it, also when its
   * `stream/stop` has not arrived yet.
   */
  left: z._default(flag(), 0),
  /** 1: this player sends `stream/heartbeat`. Other players are detected by their segment requests. */
  beats: z._default(flag(), 0),
  /** 1: prefetch. Lives a minute and is not counted before its first heartbeat or a request without this flag. */
  warm: z._default(flag(), 0),
  /** 1: this player cannot change its address during playback; its address is valid for up to six hours. */
  whole: z._default(flag(), 0),
  ...edgeInput,
}

/** Failures of a request for an address that concern its stream. */
export const streamFailures = ['too_many_streams', 'stream_stopped', 'guest_streams_full'] as const
