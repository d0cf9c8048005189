import { admit } from './grant.ts'
import { catchupIdAt, isInCatchup, type ChannelRecord } from '#server/television/television.ts'
import type { Playable } from './address.ts'
import type { PlaybackClient, PlaybackDeps, PlaybackStreamRequest } from './deps.ts'
import { type RefusedFor, refuse } from './refusals.ts'

/** Why a past window is not played. */
export type PastRefusal =
  | 'not_recorded'
  | 'provider_failed'
  | 'provider_busy'
  | 'too_many_streams'
  | 'stream_stopped'

/** Our recording may begin and end this much inside a window, and have holes of this length. */
const toleranceMs = 60_000
/** How long a provider may take to send its first frames. */
const providerMs = 10_000

interface PastWindow {
  readonly channel: ChannelRecord
  readonly beginSec: number
  readonly endSec: number | 'now'
  /** As the streams module stores it. */
  readonly item: string
  /** How many streams the account may watch at once. */
  readonly maxStreams: number
}

/**
 * Where a past window is played from: our own recording where it covers the window, else the channel's provider. The
 * provider is asked only for a stream that may begin.
 */
export async function playableOfPast(
  deps: Pick<PlaybackDeps, 'clock' | 'engine' | 'streams' | 'television' | 'looksUntilMs'>,
  caller: Pick<PlaybackClient, 'viewer'>,
  { channel, beginSec, endSec, item, maxStreams }: PastWindow,
  stream: PlaybackStreamRequest,
): Promise<Extract<Playable, { kind: 'archive' | 'catchup' }> | RefusedFor<PastRefusal>> {
  const nowMs = deps.clock.nowMs()
  const channelId = String(channel.cid)
  const window = { beginMs: beginSec * 1000, endMs: endSec === 'now' ? nowMs : endSec * 1000 }
  const own = { kind: 'archive', channelId, beginSec, endSec } as const
  const isRecorded = deps.engine.hasRecording(channelId, window.beginMs, Math.min(window.endMs, nowMs))
  const hasId = catchupIdAt(deps.television.now(), channel.cid, window.beginMs) !== undefined
  const isInReach = (graceMs: number) => isInCatchup(channel, window.beginMs, nowMs, hasId, graceMs)
  if (!isInReach(window.endMs - window.beginMs)) return isRecorded ? own : refuse('not_recorded')
  if (isRecorded && isCovered(deps, channelId, window, nowMs)) return own
  const past = { kind: 'catchup', channelId, beginSec, endSec: Math.ceil(window.endMs / 1000) } as const
  // A preloaded address may never be used: the provider waits until it is.
  if (stream.warm) return isRecorded ? own : isInReach(0) ? past : refuse('not_recorded')
  const admitted = await admit(deps, caller, { item, maxStreams }, stream)
  if (admitted.kind === 'refused') return admitted
  const { former } = admitted
  // A viewer who has begun to watch it sees it to its end.
  if (!isInReach(0) && former?.item !== item) return isRecorded ? own : refuse('not_recorded')
  const who = readerOf(deps, caller, former?.streamId)
  const endMs = past.endSec * 1000
  const started = await deps.engine.prepareCatchup({ channelId, ...window, endMs }, who, providerMs)
  if (started.kind === 'ready') return past
  // A part of the programme is better than nothing.
  if (isRecorded) return own
  return refuse(started.kind === 'busy' ? 'provider_busy' : 'provider_failed')
}

/** Who reads from the provider: a member of staff who looks never leaves a window in the subscriber's name. */
function readerOf(
  { looksUntilMs }: Pick<PlaybackDeps, 'looksUntilMs'>,
  { viewer }: Pick<PlaybackClient, 'viewer'>,
  streamId: string | undefined,
): string {
  if (looksUntilMs !== undefined) return `view-${viewer?.sessionId ?? 'none'}`
  return streamId ?? `account-${viewer?.accountId ?? 'none'}`
}

/** Whether our recording has the window from its beginning to its end, or to the present. */
function isCovered(
  { engine }: Pick<PlaybackDeps, 'engine'>,
  channelId: string,
  { beginMs, endMs }: { readonly beginMs: number; readonly endMs: number },
  nowMs: number,
): boolean {
  const toMs = Math.min(endMs, nowMs)
  const spans = engine.recordedSpans(channelId, beginMs, toMs, toleranceMs)
  // A channel of films has no holes.
  if (spans === undefined) return true
  return spans.some((one) => one.beginMs <= beginMs + toleranceMs && one.endMs >= toMs - toleranceMs)
}
