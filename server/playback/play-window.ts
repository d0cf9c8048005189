import { denied, sign, verdictOn } from './grant.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { freeWindow } from './rules.ts'
import type { channels } from '#contract/channels/channels.ts'
import { type OutcomeOf, respond, reject } from '#contract/form/endpoint.ts'
import { channelItem } from '#server/entitlement/entitlement.ts'

export interface WindowRequest {
  readonly cid: number
  /** Unix seconds. */
  readonly beginSec: number
  /** `now`: from then on, for as long as it is watched. */
  readonly endSec: number | 'now'
}

/** The address that plays any stretch of a channel's archive; for players with a guide of their own. */
export async function playWindow(
  deps: PlaybackDeps,
  asker: PlaybackClient,
  request: WindowRequest,
  stream: PlaybackStreamRequest,
): Promise<OutcomeOf<typeof channels.programmeUrl>> {
  const channel = deps.television.now().channel(request.cid)
  if (channel === undefined) return reject('channel_not_found')
  const right = channelItem(channel)
  const verdict = await verdictOn(deps, asker, right)
  if (verdict.kind === 'refused') return denied(deps, asker, right, verdict.failure)
  const nowMs = deps.clock.nowMs()
  const channelId = String(channel.cid)
  const window = freeWindow(request, channel.archiveDays * 86_400_000, nowMs, (beginMs, endMs) =>
    deps.engine.hasRecording(channelId, beginMs, endMs),
  )
  if (window.kind === 'not_begun') return reject('not_begun')
  if (window.kind !== 'window') return reject('not_recorded')
  const { beginSec, endSec } = window
  const toMs = endSec === 'now' ? nowMs : Math.min(endSec * 1000, nowMs)
  if (!deps.engine.hasRecording(channelId, beginSec * 1000, toMs)) return reject('not_recorded')
  const playable = { kind: 'archive', channelId, beginSec, endSec } as const
  const item = `archive:${channel.cid}:${beginSec}`
  const signed = await sign(
    deps,
    asker,
    { playable, item, rightUntilMs: verdict.untilMs, maxStreams: verdict.maxStreams },
    stream,
  )
  return signed.kind === 'signed' ? respond(signed.address) : signed
}
