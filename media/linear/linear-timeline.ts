/**
 * A channel made of packaged assets on a schedule. No encoder and no state: the playout is calculated, and the
 * decode times are set to wall-clock time while the bytes are served.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SegmentRef, Timeline, TimelineRendition } from '#media/archive/timeline/timeline.ts'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import { trimSegment } from '#media/containers/trim-segment.ts'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import { placeSegments, type PlacedSegment, type ScheduledItem } from './placed-segments.ts'

export interface LinearOptions {
  /** Contiguous, ordered items that cover [fromMs, toMs) as far as the schedule reaches. */
  readonly schedule: (fromMs: number, toMs: number) => readonly ScheduledItem[]
  readonly describeAsset: (assetId: string) => AssetDescription | undefined
  readonly assetDir: (assetId: string) => string
  readonly archiveMs: number
  readonly clock: () => number
}

const gapStepMs = 2000
/** Video by its height or audio by its language; an asset without it uses the nearest rendition or a gap. */
const renditionPattern = /^(v\d{2,5}[\w-]*|a-[a-z]{2,3})$/
/** A merged segment of the archive grid lasts six seconds. */
const maxMerged = 16
/** The master playlist looks this far ahead, so that the renditions it lists stay available for a while. */
const lookAheadMs = 3_600_000
/** No segment of a packaged asset is longer. */
const nearMs = 12_000

/** Implements Timeline. Missing assets are gaps; a missing rendition is replaced by the nearest one. */
export class LinearTimeline implements Timeline {
  readonly #options: LinearOptions

  constructor(options: LinearOptions) {
    this.#options = options
  }

  liveEdgeMs(): number {
    return this.#options.clock()
  }

  get depthMs(): number {
    return this.#options.archiveMs
  }

  oldestMs(): number {
    return this.#options.clock() - this.#options.archiveMs
  }

  renditions(fromMs: number, toMs: number): readonly TimelineRendition[] {
    const assets = this.#assetsIn(Math.max(fromMs, this.oldestMs()), toMs + lookAheadMs)
    const newest = assets.at(-1)
    if (newest === undefined) return []
    const common = newest.video.filter(({ rendition }) =>
      assets.every((asset) => asset.video.some((one) => one.rendition === rendition)),
    )
    // Never empty: with nothing in common, each asset's nearest rendition is used.
    const video = common.length > 0 ? common : newest.video.slice(0, 1)
    return [
      ...video.map((track) => videoRendition(track.rendition, assets)),
      ...audioRenditions(assets),
    ].filter((one) => one !== undefined)
  }

  window(rendition: string, fromMs: number, toMs: number): readonly SegmentRef[] {
    if (!renditionPattern.test(rendition)) return []
    const from = Math.max(fromMs, this.oldestMs())
    const out: SegmentRef[] = []
    for (const { item, periodMs, asset } of this.#periods(from, toMs)) {
      const track = asset && trackFor(asset, rendition)
      if (asset === undefined || track === undefined) {
        coverWithGaps(out, item, from, toMs, `${item.assetId}`, periodMs)
        continue
      }
      for (const placed of placeSegments(asset, track, item, { fromMs: from, toMs }))
        out.push({
          beginMs: Math.round(placed.beginMs),
          durationMs: placed.endMs - placed.beginMs,
          initKey: initKeyOf(asset, track),
          periodMs,
          gap: false,
        })
    }
    return out
  }

  /** The past of the schedule changes when one of its assets becomes ready, or when its guide changes. */
  revision(fromMs: number, toMs: number): string {
    return this.#items(fromMs, toMs)
      .map(({ beginMs, assetId }) => `${beginMs}~${assetId}`)
      .join(' ')
  }

  hasAnything(fromMs: number, toMs: number): boolean {
    const from = Math.max(fromMs, this.oldestMs())
    return this.#items(from, toMs).some((item) => this.#options.describeAsset(item.assetId) !== undefined)
  }

  async segmentBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined> {
    if (count < 1 || count > maxMerged) return undefined
    const requested = this.#find(rendition, beginMs, count)
    const first = requested[0]
    if (first === undefined || requested.length !== count) return undefined
    await using file = await open(join(this.#options.assetDir(first.assetId), first.track.file), 'r')
    const parts: Buffer[] = []
    for (const { placed, track, assetId } of requested) {
      if (assetId !== first.assetId) return undefined
      const bytes = Buffer.allocUnsafe(placed.segment.size)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, placed.segment.offset)
      if (bytesRead !== bytes.length) return undefined
      parts.push(onAir(bytes, placed, track))
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** Only for assets shown within the window: a ticket for a channel must not open every film. */
  async initBytes(
    _rendition: string,
    initKey: string,
    within: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Buffer | undefined> {
    const [assetId = '', trackName = ''] = initKey.split('~', 2)
    const items = this.#items(Math.max(within.fromMs, this.oldestMs() - nearMs), within.toMs)
    const asset = items.some((item) => item.assetId === assetId)
      ? this.#options.describeAsset(assetId)
      : undefined
    const track = [...(asset?.video ?? []), ...(asset?.audio ?? [])].find(
      (one) => one.rendition === trackName,
    )
    if (asset === undefined || track === undefined) return undefined
    await using file = await open(join(this.#options.assetDir(assetId), track.file), 'r')
    const bytes = Buffer.allocUnsafe(track.initEnd)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytesRead === bytes.length ? bytes : undefined
  }

  /** Up to `count` segments from the one named `beginMs` on; an asset shown twice in a row is one period. */
  #find(
    rendition: string,
    beginMs: number,
    count: number,
  ): { placed: PlacedSegment; track: AssetTrack; assetId: string }[] {
    const window = { fromMs: beginMs - 1, toMs: beginMs + count * nearMs }
    const out: { placed: PlacedSegment; track: AssetTrack; assetId: string }[] = []
    for (const item of this.#items(window.fromMs, window.toMs)) {
      const asset = this.#options.describeAsset(item.assetId)
      const track = asset && trackFor(asset, rendition)
      if (asset === undefined || track === undefined) {
        if (out.length > 0) return out
        continue
      }
      for (const placed of placeSegments(asset, track, item, window)) {
        if (out.length === 0 && Math.round(placed.beginMs) !== beginMs) continue
        out.push({ placed, track, assetId: item.assetId })
        if (out.length === count) return out
      }
    }
    return out
  }

  #items(fromMs: number, toMs: number): readonly ScheduledItem[] {
    if (!(toMs > fromMs)) return []
    const items = this.#options.schedule(fromMs, toMs)
    return items.filter((item) => item.endMs > fromMs && item.beginMs < toMs && item.endMs > item.beginMs)
  }

  #assetsIn(fromMs: number, toMs: number): AssetDescription[] {
    const ids = new Set(this.#items(fromMs, toMs).map((item) => item.assetId))
    return [...ids].flatMap((id) => this.#options.describeAsset(id) ?? [])
  }

  /** Items, each with the time since which the codec configuration is unchanged. */
  #periods(
    fromMs: number,
    toMs: number,
  ): { item: ScheduledItem; asset: AssetDescription | undefined; periodMs: number }[] {
    let before: string | undefined
    let periodMs = 0
    return this.#items(fromMs, toMs).map((item) => {
      if (item.assetId !== before) periodMs = this.#sinceWhen(item)
      before = item.assetId
      return { item, asset: this.#options.describeAsset(item.assetId), periodMs }
    })
  }

  /** The same asset may run several times in a row: the period began with the first run. */
  #sinceWhen(item: ScheduledItem): number {
    let since = item.beginMs
    for (let step = 0; step < 50; step++) {
      const before = this.#items(since - 1, since).at(-1)
      if (before === undefined || before.assetId !== item.assetId) break
      since = before.beginMs
    }
    return since
  }
}

/** The segment's bytes with their wall-clock decode time. `bytes` is changed in place when nothing is cut. */
function onAir(bytes: Buffer, placed: PlacedSegment, track: AssetTrack): Buffer {
  const keepTicks = Math.round(((placed.endMs - placed.beginMs) * track.timescale) / 1000)
  const trimmed = placed.trimmed ? trimSegment(bytes, keepTicks, 'channels' in track) : bytes
  patchTfdt(trimmed, { setTicks: Math.round((placed.beginMs * track.timescale) / 1000) })
  return trimmed
}

function initKeyOf(asset: AssetDescription, track: AssetTrack): string {
  return `${asset.assetId}~${track.rendition}`
}

/** Audio is selected by language (`a-ru`), video by name (`v480`); a missing one is replaced by the nearest. */
function trackFor(asset: AssetDescription, rendition: string): AssetTrack | undefined {
  const language = /^a-([a-z]{2,3})$/.exec(rendition)?.[1]
  if (language !== undefined) return asset.audio.find((one) => one.language === language) ?? asset.audio[0]
  const exact = asset.video.find((one) => one.rendition === rendition)
  const height = Number(/^v(\d{2,5})/.exec(rendition)?.[1] ?? Number.NaN)
  if (exact !== undefined || !Number.isFinite(height)) return exact
  return asset.video.toSorted(
    (one, other) => Math.abs(one.height - height) - Math.abs(other.height - height),
  )[0]
}

function videoRendition(id: string, assets: readonly AssetDescription[]): TimelineRendition | undefined {
  const tracks = assets.flatMap((asset) => asset.video.filter((one) => one.rendition === id).slice(0, 1))
  const track = tracks.at(-1)
  if (track === undefined) return undefined
  return {
    id,
    kind: 'video',
    codec: track.codec,
    width: track.width,
    height: track.height,
    frameRate: track.frameRate,
    peakBitsPerSecond: Math.max(...tracks.map((one) => one.peakBitsPerSecond)),
    averageBitsPerSecond: Math.max(...tracks.map((one) => one.averageBitsPerSecond)),
  }
}

function audioRenditions(assets: readonly AssetDescription[]): TimelineRendition[] {
  const byLanguage = new Map<string, TimelineRendition>()
  for (const asset of assets)
    for (const track of asset.audio) {
      const before = byLanguage.get(track.language)
      byLanguage.set(track.language, {
        id: `a-${track.language}`,
        kind: 'audio',
        codec: track.codec,
        language: track.language,
        name: track.name,
        channels: track.channels,
        peakBitsPerSecond: Math.max(before?.peakBitsPerSecond ?? 0, track.peakBitsPerSecond),
        averageBitsPerSecond: Math.max(before?.averageBitsPerSecond ?? 0, track.averageBitsPerSecond),
      })
    }
  return [...byLanguage.values()]
}

function coverWithGaps(
  out: SegmentRef[],
  item: ScheduledItem,
  fromMs: number,
  toMs: number,
  initKey: string,
  periodMs: number,
): void {
  const skipped = Math.max(0, Math.floor((fromMs - item.beginMs) / gapStepMs))
  for (let at = item.beginMs + skipped * gapStepMs; at < Math.min(item.endMs, toMs); at += gapStepMs) {
    const durationMs = Math.min(gapStepMs, item.endMs - at)
    if (at + durationMs > fromMs)
      out.push({ beginMs: Math.round(at), durationMs, initKey, periodMs, gap: true })
  }
}
