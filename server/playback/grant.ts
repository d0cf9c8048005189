import { type Playable, type PlaybackAddress, addressOf } from './address.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { ticketEndMs } from './rules.ts'
import { type PlaybackRefusal, type RefusedFor, refuse } from './refusals.ts'
import type { Item, StreamAllowance, Verdict } from '#server/entitlement/entitlement.ts'
import { warmMs } from '#server/streams/streams.ts'

/**
 * `whole=1`: an address that is good for an evening instead of the usual minutes. A player that reads HLS by itself (iPhones
 * without Media Source, televisions' own) cannot be handed a fresh one while it plays, and would stop in the middle.
 *
 * Anybody may ask for it, because it opens nothing more than the short one does and is taken back as that is:
 * - it ends with the right to watch (`rightUntilMs`), whatever is left of the evening;
 * - inside the network it is bound to it, and opens nothing outside;
 * - it counts as a stream. Stopped by its owner, by a logout, another login on its device, the device's removal or the
 *   account's block, or when another took its place after it fell silent, it opens nothing any more: the servers of
 *   media keep that in mind for as long as the address would be good;
 * - an address that is only kept ready (`warm=1`) does not get longer by it.
 * What is not counted is what everybody may have again at any moment: trailers, and what is open to guests.
 */
const wholeMs = 6 * 3_600_000

/** Asks whether this may be watched; the verdict goes into `sign`. */
export function verdictOn(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  item: Item,
): Promise<Verdict & StreamAllowance> {
  return deps.entitlement.ask(caller.viewer, item, caller.region)
}

/** What was granted: what is to be played, for which stream, and until when the right to it holds. */
export interface Granted {
  readonly playable: Playable
  /** As the streams module writes it down; undefined for a trailer, which is not counted. */
  readonly item: string | undefined
  readonly rightUntilMs: number | null
  readonly maxStreams: number
}

export type Signed =
  | { readonly kind: 'signed'; readonly address: PlaybackAddress }
  | RefusedFor<'too_many_streams' | 'stream_stopped'>

/** What playing something comes to, refused for want of a right, for its stream, or for one of these reasons. */
export type Played<Reason extends PlaybackRefusal['failure']> =
  | Signed
  | RefusedFor<Extract<Verdict, { kind: 'refused' }>['failure'] | Reason>

/** Counts the stream and signs an address for what was granted, or refuses: too much is watched at once. */
export async function sign(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  granted: Granted,
  stream: PlaybackStreamRequest,
): Promise<Signed> {
  const nowMs = deps.clock.nowMs()
  const ticketMs = stream.warm
    ? Math.min(deps.ticketSec * 1000, warmMs)
    : Math.max(deps.ticketSec * 1000, stream.whole === true ? wholeMs : 0)
  const expiresAtMs = ticketEndMs({ nowMs, ticketMs, rightUntilMs: granted.rightUntilMs })
  const facts = {
    secret: deps.ticketSecret,
    place: caller.region === 'inside' ? ('inside' as const) : ('any' as const),
    expiresAtMs,
    mediaOrigin: deps.mediaOrigin,
    encryptsFilms: deps.encryptsFilms === true,
  }
  const { viewer } = caller
  const { item, playable } = granted
  if (viewer === undefined || item === undefined)
    return { kind: 'signed', address: addressOf(playable, { ...facts, streamId: undefined }) }
  const { accountId, sessionId: holder } = viewer
  const { maxStreams } = granted
  const request = { accountId, holder, item, maxStreams, ticketUntilMs: expiresAtMs, ...stream }
  const started = await deps.streams.begin(request)
  if (started.kind === 'begun')
    return { kind: 'signed', address: addressOf(playable, { ...facts, streamId: started.streamId }) }
  if (started.kind === 'stopped') return refuse('stream_stopped')
  const { limit, active: streams } = started
  return { kind: 'refused', failure: 'too_many_streams', limit, streams }
}
