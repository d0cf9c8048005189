import { assetGainDb, playbackGainDb } from '#media/media.ts'
import { type Playable, type PlaybackAddress, addressOf } from './address.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { ticketEndMs } from './rules.ts'
import { type BlackoutAudience, deviceGroup } from '#server/blackouts/blackouts.ts'
import { type PlaybackRefusal, type RefusedFor, refuse } from './refusals.ts'
import type { Item, StreamAllowance, Verdict } from '#server/entitlement/entitlement.ts'
import { type StreamCheck, type StreamRecord, warmMs } from '#server/streams/streams.ts'

/**
 * `whole=1`: an address that is valid for an evening instead of the usual minutes. A player that reads HLS natively
 * (iPhones without Media Source, TV sets' own players) cannot switch to a new address while it plays, and would stop
 * in the middle.
 * Any client may request it, because it permits no more than the short one and is revoked in the same way:
 * - it ends with the right to watch (`rightUntilMs`), even within the evening;
 * - inside the network it is bound to the network, and is refused outside;
 * - it counts as a stream. When it is stopped by its owner, by a logout, another login on its device, the device's
 *   removal or the account's block, or when another stream replaced it after it fell silent, it is refused: the media
 *   servers remember the stop for as long as the address would be valid;
 * - a preloaded address (`warm=1`) does not become longer, nor one of a guest. Items that are not counted can be
 *   requested again by any client at any moment: trailers.
 */
const wholeMs = 6 * 3_600_000
/** An address for a look of the staff: no stream that could be stopped ends it. */
const lookMs = 120_000
/** An address of a guest: nothing but its end stops it. */
const guestMs = 300_000

/** Checks whether this may be watched; the verdict is passed to `sign`. */
export function verdictOn(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  item: Item,
): Promise<Verdict & StreamAllowance> {
  return deps.entitlement.ask(caller.viewer, item, caller.region)
}

/** To whom it would be shown, in the terms of blackouts. */
export function audienceOf({ viewer, region }: PlaybackClient): BlackoutAudience {
  return { region, device: deviceGroup(viewer?.deviceKind) }
}

/** What was granted: the item to play, for which stream, and until when the right to it is valid. */
export interface Granted {
  readonly playable: Playable
  /** As the streams module stores it; undefined for a trailer, which is not counted. */
  readonly item: string | undefined
  readonly rightUntilMs: number | null
  readonly maxStreams: number
}

export type Signed =
  | { readonly kind: 'signed'; readonly address: PlaybackAddress }
  | RefusedFor<'too_many_streams' | 'stream_stopped' | 'guest_streams_full'>

/**
 * The result of a play request: an address, or a refusal because of a missing right, the stream limit, or one of
 * these reasons.
 */
export type Played<Reason extends PlaybackRefusal['failure']> =
  | Signed
  | RefusedFor<Extract<Verdict, { kind: 'refused' }>['failure'] | 'blacked_out' | Reason>

/** A stream that may begin. `former`: the previous one of this client, where it is really theirs. */
export type Admitted =
  | { readonly kind: 'admitted'; readonly former: StreamRecord | undefined }
  | RefusedFor<'too_many_streams' | 'stream_stopped'>

/** Whether `sign` would refuse because of the account's streams. Nothing begins. */
export async function admit(
  deps: Pick<PlaybackDeps, 'streams'>,
  { viewer }: Pick<PlaybackClient, 'viewer'>,
  { item, maxStreams }: { readonly item: string; readonly maxStreams: number },
  stream: PlaybackStreamRequest,
): Promise<Admitted> {
  if (viewer === undefined) return { kind: 'admitted', former: undefined }
  const { accountId, sessionId: holder } = viewer
  const checked = await deps.streams.check({ accountId, holder, item, maxStreams, ...stream })
  return checked.kind === 'free' ? { kind: 'admitted', former: checked.former } : refuseStream(checked)
}

function refuseStream(
  refused: Exclude<StreamCheck, { readonly kind: 'free' }>,
): RefusedFor<'too_many_streams' | 'stream_stopped'> {
  if (refused.kind === 'stopped') return refuse('stream_stopped')
  const { limit, active: streams } = refused
  return { kind: 'refused', failure: 'too_many_streams', limit, streams }
}

/** Counts the stream and signs an address for what was granted, or refuses when too many streams are active. */
export async function sign(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  granted: Granted,
  stream: PlaybackStreamRequest,
): Promise<Signed> {
  const expiresAtMs = endOfAddress(deps, caller, granted, stream)
  const facts = {
    secret: deps.ticketSecret,
    place: caller.region === 'inside' ? ('inside' as const) : ('any' as const),
    device: audienceOf(caller).device,
    expiresAtMs,
    mediaOrigin: originOf(deps, caller, granted, stream),
    encryptsFilms: deps.encryptsFilms === true,
    gainDb: gainOf(deps, granted.playable),
  }
  const { viewer } = caller
  const { item, playable } = granted
  if (item !== undefined && viewer === undefined) {
    const { address = '' } = caller
    const guest = { address, item, ticketUntilMs: expiresAtMs, ...stream }
    const started = await deps.streams.beginGuest(guest)
    return started.kind === 'begun'
      ? { kind: 'signed', address: addressOf(playable, { ...facts, streamId: started.streamId }) }
      : refuse('guest_streams_full')
  }
  if (viewer === undefined || item === undefined)
    return { kind: 'signed', address: addressOf(playable, { ...facts, streamId: undefined }) }
  const { maxStreams } = granted
  if (deps.looksUntilMs !== undefined) {
    const admitted = await admit(deps, caller, { item, maxStreams }, stream)
    return admitted.kind === 'admitted'
      ? { kind: 'signed', address: addressOf(playable, { ...facts, streamId: undefined }) }
      : admitted
  }
  const { accountId, sessionId: holder } = viewer
  const request = { accountId, holder, item, maxStreams, ticketUntilMs: expiresAtMs, ...stream }
  const started = await deps.streams.begin(request)
  if (started.kind === 'begun')
    return { kind: 'signed', address: addressOf(playable, { ...facts, streamId: started.streamId }) }
  return refuseStream(started)
}

/** The same for a session and what it watches, until the edges change. */
function originOf(
  { edges }: Pick<PlaybackDeps, 'edges'>,
  { viewer, address = '' }: Pick<PlaybackClient, 'viewer' | 'address'>,
  { playable }: Pick<Granted, 'playable'>,
  { edges: mayUseEdges = false, failedEdge: failed }: Pick<PlaybackStreamRequest, 'edges' | 'failedEdge'>,
): string {
  if (!mayUseEdges) return ''
  const subject = 'channelId' in playable ? playable.channelId : playable.assetId
  return edges.originFor({ address, key: `${viewer?.sessionId ?? address} ${subject}`, failed })
}

/** Of a channel also for its past: only the running loudness is stored. */
function gainOf({ engine }: Pick<PlaybackDeps, 'engine'>, playable: Playable): number {
  if ('channelId' in playable) return playbackGainDb(engine.channelLoudness(playable.channelId))
  const asset = engine.describeAsset(playable.assetId)
  return asset === undefined ? 0 : assetGainDb(asset)
}

function endOfAddress(
  { clock, ticketSec, looksUntilMs }: PlaybackDeps,
  { viewer }: PlaybackClient,
  { rightUntilMs, item }: Granted,
  stream: PlaybackStreamRequest,
): number {
  const nowMs = clock.nowMs()
  const shortMs = ticketSec * 1000
  if (looksUntilMs !== undefined) {
    const ticketMs = Math.min(shortMs, lookMs)
    return ticketEndMs({ nowMs, ticketMs, rightUntilMs: Math.min(rightUntilMs ?? Infinity, looksUntilMs) })
  }
  const isLimited = viewer === undefined && item !== undefined
  const ticketMs =
    stream.warm || isLimited
      ? Math.min(shortMs, stream.warm ? warmMs : guestMs)
      : Math.max(shortMs, stream.whole === true ? wholeMs : 0)
  return ticketEndMs({ nowMs, ticketMs, rightUntilMs })
}
