import { createHash } from 'node:crypto'
import type { GuideProgramme } from './channel.ts'

/** What a linear channel plays from `beginMs` to `endMs` (unix milliseconds): the asset from its start, looping. */
export interface PlayedItem {
  readonly beginMs: number
  readonly endMs: number
  readonly assetId: string
}

/** An asset and since when it can be played, unix milliseconds. */
export interface ReadyAsset {
  readonly assetId: string
  readonly readyAtMs: number
}

/**
 * What `programme` plays. Its own asset when that was ready at its start; otherwise another one, chosen by a hash of
 * the channel and the start among those that were ready then, so that every process and every restart chooses the
 * same and the archive shows what was broadcast. Before any asset was ready (the archive of a new installation) it is
 * the guide's own asset as soon as it is ready, until then the first ready asset: further assets change nothing for
 * current viewers. The programme on the air when the first asset became ready plays that one. Undefined when no asset
 * is ready.
 */
export function assetFor(
  channelId: string,
  programme: Pick<GuideProgramme, 'beginMs' | 'endMs' | 'assetId'>,
  ready: readonly ReadyAsset[],
): string | undefined {
  const own = ready.find((asset) => asset.assetId === programme.assetId)
  if (own !== undefined && own.readyAtMs <= programme.beginMs) return own.assetId
  const inTime = ready.filter((asset) => asset.readyAtMs <= programme.beginMs)
  if (inTime.length > 0) return chosen(channelId, programme.beginMs, inTime)
  const firstReadyMs = Math.min(...ready.map((asset) => asset.readyAtMs))
  if (own !== undefined && programme.endMs <= firstReadyMs) return own.assetId
  const first = ready.filter((asset) => asset.readyAtMs === firstReadyMs)
  return chosen(channelId, programme.beginMs, first)
}

function chosen(channelId: string, beginMs: number, among: readonly ReadyAsset[]): string | undefined {
  // Highest-random-weight choice: one more asset changes the choice of few programmes, not of all.
  let best: string | undefined
  let bestWeight = ''
  for (const { assetId } of among) {
    const weight = createHash('sha256').update(`${channelId} ${beginMs} ${assetId}`).digest('hex')
    if (weight > bestWeight) [best, bestWeight] = [assetId, weight]
  }
  return best
}

/**
 * The schedule of a linear channel between two moments: contiguous and in order. A gap in the guide continues the
 * previous asset; before the first programme its asset is played.
 */
export function linearSchedule(
  channelId: string,
  programmes: readonly Pick<GuideProgramme, 'beginMs' | 'endMs' | 'assetId'>[],
  ready: readonly ReadyAsset[],
  window: { readonly fromMs: number; readonly toMs: number },
): readonly PlayedItem[] {
  const items: PlayedItem[] = []
  for (const [index, programme] of programmes.entries()) {
    const nextBeginMs = programmes[index + 1]?.beginMs
    const beginMs = index === 0 ? Math.min(programme.beginMs, window.fromMs) : programme.beginMs
    const endMs = nextBeginMs ?? Math.max(programme.endMs, window.toMs)
    if (endMs <= window.fromMs || beginMs >= window.toMs) continue
    const assetId = assetFor(channelId, programme, ready)
    if (assetId !== undefined) items.push({ beginMs, endMs, assetId })
  }
  return items
}
