import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'

/** A packaged film of `segments` whole segments of two seconds and one of `restSec`; its bytes do not exist. */
export function makeAsset(assetId: string, segments: number, restSec: number): AssetDescription {
  const whole = Array.from({ length: segments }, () => 2)
  const picture = [...whole.map((sec) => sec * 12_800), Math.round(restSec * 12_800)]
  // Audio has frames of 1024 samples: its segments are alternately a little longer or shorter than two seconds.
  const sound = [
    ...whole.map((_, at) => (at % 4 === 3 ? 93 : 94) * 1024),
    Math.round((restSec * 48_000) / 1024) * 1024,
  ]
  const durationMs = (segments * 2 + restSec) * 1000
  return {
    assetId,
    version: 1,
    durationMs,
    complete: true,
    publishedAtMs: 1,
    warnings: [],
    source: { fingerprint: '', subtitles: '', plan: '' },
    subtitles: [],
    video: [{ ...makeTrack('v360', 'avc1.64001E', 12_800, picture), width: 640, height: 360, frameRate: 25 }],
    audio: [
      { ...makeTrack('a0-ru', 'mp4a.40.2', 48_000, sound), language: 'ru', name: 'Русский', channels: 2 },
    ],
  }
}

function makeTrack(
  rendition: string,
  codec: string,
  timescale: number,
  durations: readonly number[],
): AssetTrack {
  let [startTicks, offset] = [0, 1000]
  const segments = durations.map((durationTicks) => {
    const segment = { offset, size: 500, startTicks, durationTicks }
    startTicks += durationTicks
    offset += 500
    return segment
  })
  return {
    rendition,
    file: `${rendition}.mp4`,
    codec,
    timescale,
    segments,
    initEnd: 900,
    indexBegin: 900,
    indexEnd: 1000,
    peakBitsPerSecond: 800_000,
    averageBitsPerSecond: 700_000,
    durationMs: (startTicks / timescale) * 1000,
  }
}
