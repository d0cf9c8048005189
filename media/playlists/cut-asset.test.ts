import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssetDescription, AudioTrack, VideoTrack } from './asset-description.ts'
import { cutAsset } from './cut-asset.ts'

/** Segments of six seconds, in ticks of a thousandth. */
function trackOf(count: number) {
  return {
    ...{
      codec: '',
      peakBitsPerSecond: 1,
      averageBitsPerSecond: 1,
      initEnd: 10,
      indexBegin: 10,
      indexEnd: 20,
    },
    ...{ timescale: 1000, durationMs: count * 6000 },
    segments: Array.from({ length: count }, (_, at) => ({
      ...{ offset: 20 + at * 100, size: 100, startTicks: at * 6000, durationTicks: 6000 },
    })),
  }
}

function assetOf(count: number): AssetDescription {
  const video: VideoTrack = {
    ...trackOf(count),
    rendition: 'v1',
    file: 'v1.mp4',
    width: 1,
    height: 1,
    frameRate: 25,
  }
  const audio: AudioTrack = {
    ...trackOf(count),
    rendition: 'a1',
    file: 'a1.mp4',
    language: 'ru',
    name: '',
    channels: 2,
  }
  return {
    ...{
      assetId: 'film',
      durationMs: count * 6000,
      version: 1,
      publishedAtMs: 0,
      complete: true,
      warnings: [],
    },
    ...{ video: [video], audio: [audio] },
    subtitles: [{ rendition: 's1', file: 's1.vtt', language: 'ru', name: '' }],
    thumbnails: {
      files: ['t.jpg'],
      columns: 1,
      rows: 1,
      widthPx: 1,
      heightPx: 1,
      intervalMs: 1000,
      count: 1,
    },
    source: { fingerprint: '', subtitles: '', plan: '' },
  }
}

describe('[GUEST-02] a part of an asset', () => {
  it('has the segments of its time only, at most six seconds more, and nothing of the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(240_000), (count, beginMs) => {
        const cut = cutAsset(assetOf(count), beginMs, beginMs + 60_000)
        for (const { segments } of [...cut.video, ...cut.audio]) {
          const [first] = segments
          const last = segments.at(-1)
          expect(segments.length > 0).toBe(beginMs < count * 6000)
          if (first === undefined || last === undefined) continue
          expect(first.startTicks).toBeLessThanOrEqual(beginMs)
          expect(first.startTicks + 6000).toBeGreaterThan(beginMs)
          expect(last.startTicks + 6000 - first.startTicks).toBeLessThanOrEqual(66_000)
        }
        expect(cut.subtitles).toEqual([])
        expect(cut.thumbnails).toBeUndefined()
        expect(cut.durationMs).toBe((cut.video[0]?.segments.length ?? 0) * 6000)
      }),
    )
  })
})
