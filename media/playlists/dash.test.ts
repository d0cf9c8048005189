/** Manifests of films and channels against the rules of the schema: elements and their order. */
import { describe, expect, it } from 'vitest'
import { manifestFaults } from '#tests/kit/models/strict-mpd.ts'
import { writeChannelManifest, type ManifestRendition } from './dash-channel.ts'
import { writeManifest } from './dash.ts'

const track = {
  peakBitsPerSecond: 1_000_000,
  averageBitsPerSecond: 800_000,
  initEnd: 700,
  indexBegin: 700,
  indexEnd: 900,
  timescale: 48_000,
  durationMs: 4000,
  segments: [{ offset: 900, size: 100, startTicks: 0, durationTicks: 192_000 }],
}
const film = {
  durationMs: 4000,
  video: [
    {
      ...track,
      ...{
        rendition: 'v360',
        file: 'v360.mp4',
        codec: 'avc1.64001E',
        width: 640,
        height: 360,
        frameRate: 25,
      },
    },
  ],
  audio: ['ru', 'uz'].map((language, at) => ({
    ...track,
    ...{ rendition: `a${at}-${language}`, file: `a${at}.mp4`, codec: 'mp4a.40.2', channels: 2, language },
    name: language === 'uz' ? 'Oʻzbekcha & <2.0>' : 'Русский "дубляж"',
  })),
  subtitles: [{ rendition: 's0-ru', file: 's0-ru.vtt', language: 'ru', name: 'Русские' }],
  thumbnails: {
    ...{ files: ['sprite-0.jpg'], columns: 5, rows: 5, widthPx: 160, heightPx: 90 },
    ...{ intervalMs: 4000, count: 1 },
  },
}

function rendition(id: string, more: Partial<ManifestRendition>): ManifestRendition {
  return {
    id,
    kind: 'video',
    codec: 'avc1.64001E',
    peakBitsPerSecond: 1_000_000,
    initialization: '$RepresentationID$/init-1.mp4',
    media: '$RepresentationID$/$Time$-1.m4s',
    segments: [{ beginMs: 1_000_000, durationMs: 2000 }],
    ...more,
  }
}

const audio = { kind: 'audio', codec: 'mp4a.40.2', channels: 2 } as const
const periods = [
  {
    id: '1000000',
    beginMs: 1_000_000,
    renditions: [
      rendition('v360', { width: 640, height: 360, frameRate: 25 }),
      rendition('a-ru', { ...audio, language: 'ru', name: 'Русский' }),
      rendition('a-uz', { ...audio, language: 'uz', name: 'Oʻzbekcha' }),
    ],
  },
]

describe('DASH manifests', () => {
  it('[PLAYER-01] keep the schema’s order for a film with named audio tracks, subtitles and thumbnails', () => {
    expect(manifestFaults(writeManifest(film))).toEqual([])
  })

  it('[TV-08] [GUIDE-04] keep it for a channel, live and archive, with languages and names of audio tracks', () => {
    const growing = { publishedAtMs: 1_002_000, presentationDelayMs: 8000, clockUri: 'time.txt' }
    const live = writeChannelManifest({ originMs: 0, growing, periods })
    const past = writeChannelManifest({ originMs: 1_000_000, endMs: 1_002_000, periods })
    for (const text of [live, past]) {
      expect(manifestFaults(text)).toEqual([])
      expect([...text.matchAll(/ lang="(\w+)"/g)].map((one) => one[1])).toEqual(['ru', 'uz'])
      expect([...text.matchAll(/<Label>(.*)<\/Label>/g)].map((one) => one[1])).toEqual([
        'Русский',
        'Oʻzbekcha',
      ])
    }
  })
})
