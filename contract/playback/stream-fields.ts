/** What every call for an address has about the stream it is for. */
import * as z from 'zod/mini'
import { flag } from '#contract/form/fields.ts'

/** The name of a stream, as an address brought it. */
export function streamId() {
  return z.string().check(z.regex(/^[\w-]{10,40}$/, 'a stream_id of an address'))
}

/** Fields of a call for an address. */
export const streamInput = {
  /**
   * The stream of the address before: the same picture goes on in it, another takes its place. Left out, a player
   * that sends heartbeats begins one more stream; one that does not has one stream a session.
   */
  stream_id: z.optional(streamId()),
  /**
   * 1: what played `stream_id` is gone, e.g. a page that is loaded again. A new stream takes its place, also when its
   * `stream/stop` has not arrived yet.
   */
  left: z._default(flag(), 0),
  /** 1: this player sends `stream/heartbeat`. Others are seen by what they fetch. */
  beats: z._default(flag(), 0),
  /** 1: only to have it ready. Lives a minute and counts as nothing before its first heartbeat or a call without this. */
  warm: z._default(flag(), 0),
  /** 1: this player cannot take another address while it plays; the one it gets is good for up to six hours. */
  whole: z._default(flag(), 0),
}

/** Refusals of a call for an address that are about its stream. */
export const streamFailures = ['too_many_streams', 'stream_stopped'] as const
