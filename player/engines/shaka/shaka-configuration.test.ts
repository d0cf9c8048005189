import { describe, expect, it, vi } from 'vitest'
import type { LoadRequest } from '#player/core/playback/player-engine.ts'
import { deviceClasses, limitsByClass } from '#player/engines/device/tables.ts'
import { fitDuration } from './fit-duration.ts'
import type { ShakaPlayer } from './load-shaka.ts'
import { noLimits, settingsFor } from './shaka-settings.ts'
import { statisticsOf } from './shaka-statistics.ts'

type Preferences = LoadRequest['preferences']

/** The configuration for a load of this kind, for a viewer without settings, unless `more` says otherwise. */
function settings(
  kind: LoadRequest['kind'],
  more: Partial<Preferences> = {},
  heightLimit: number | null = null,
  limits = noLimits,
) {
  const preferences = { audioLanguage: null, textLanguage: null, bitsPerSecond: null, ...more }
  return settingsFor({ kind, preferences, heightLimit } as LoadRequest, limits) as {
    readonly streaming: Readonly<Record<string, unknown>> & { failureCallback(error: unknown): void }
    readonly abr: { readonly defaultBandwidthEstimate: number; readonly restrictions: { maxHeight: number } }
    readonly preferredAudio: readonly { language: string }[]
    readonly preferredText: readonly { language: string }[]
  }
}

describe('the configuration of the player library', () => {
  it('[PLAYER-06] starts a channel at a lower quality than a film, based on the last measurement', () => {
    const estimates = (['live', 'archive', 'film'] as const).map(
      (kind) => settings(kind, { bitsPerSecond: 10_000_000 }).abr.defaultBandwidthEstimate,
    )
    expect(estimates).toEqual(estimates.toSorted((a, b) => a - b))
    expect(new Set(estimates).size).toBe(3)
    for (const estimate of estimates) expect(estimate).toBeLessThan(10_000_000)
  })

  it('[PLAYER-06] starts equally for everything without a measurement', () => {
    const estimates = (['live', 'archive', 'film'] as const).map(
      (kind) => settings(kind).abr.defaultBandwidthEstimate,
    )
    expect(new Set(estimates).size).toBe(1)
    expect(estimates[0]).toBeGreaterThan(0)
  })

  it('uses partial segments only for a live channel', () => {
    expect(
      (['live', 'archive', 'film'] as const).map((kind) => settings(kind).streaming['lowLatencyMode']),
    ).toEqual([true, false, false])
  })

  it('buffers more of a film than of a channel, which may be left soon', () => {
    expect(Number(settings('film').streaming['bufferingGoal'])).toBeGreaterThan(
      Number(settings('live').streaming['bufferingGoal']),
    )
  })

  it('[APP-03] buffers what the class of the device allows, for each kind', () => {
    for (const name of deviceClasses)
      for (const kind of ['live', 'archive', 'film'] as const) {
        const device = limitsByClass[name]
        const { ahead, behind, start } = device.buffers[kind]
        expect(settings(kind, {}, null, { ...noLimits, device }).streaming).toMatchObject({
          ...{ bufferingGoal: ahead, bufferBehind: behind, rebufferingGoal: start },
          stallSkip: device.avoidsSeeks ? 0 : 0.1,
        })
      }
  })

  it('[PLAYER-01] prefers the viewer’s languages, and none without a choice', () => {
    const chosen = settings('film', { audioLanguage: 'uz', textLanguage: 'ru' })
    expect(chosen.preferredAudio).toMatchObject([{ language: 'uz' }])
    expect(chosen.preferredText).toMatchObject([{ language: 'ru' }])
    expect([settings('film').preferredAudio, settings('film').preferredText]).toEqual([[], []])
  })

  it('never exceeds the height this device can show', () => {
    expect(settings('film', {}, 720).abr.restrictions.maxHeight).toBe(720)
    expect(settings('film').abr.restrictions.maxHeight).toBe(Infinity)
  })

  it('leaves failures to the player, which decides when to give up', () => {
    expect(() => settings('live').streaming.failureCallback(new Error('lost'))).not.toThrow()
  })
})

describe('the end of a finished source', () => {
  /** The segments of a stream, which end at these times. */
  function stream(...ends: readonly number[]) {
    return {
      segmentIndex: {
        getNumEvicted: () => 2,
        getNumReferences: () => ends.length,
        get: (at: number) => {
          const endSec = ends[at - 2]
          return endSec === undefined ? null : { getEndTime: () => endSec }
        },
      },
    }
  }

  function buildPlayer(variants: readonly object[], { durationSec = 100, isDynamic = false } = {}) {
    const setDuration = vi.fn()
    const presentationTimeline = { getDuration: () => durationSec, setDuration }
    const player = {
      getManifest: () => ({ variants, presentationTimeline }),
      isDynamic: () => isDynamic,
    } as unknown as ShakaPlayer
    fitDuration(player)
    return setDuration.mock.calls
  }

  it('is where the first of video and audio ends, so that playback does not wait for the rest', () => {
    const variant = { video: stream(50, 99.2), audio: stream(50, 99.6) }
    expect(buildPlayer([variant])).toEqual([[99.2]])
    expect(buildPlayer([{ video: stream(99.8), audio: null }, variant])).toEqual([[99.2]])
  })

  it('is unchanged when all segments reach it, or none is loaded yet', () => {
    expect(buildPlayer([{ video: stream(101), audio: stream(100) }])).toEqual([])
    expect(buildPlayer([{ video: { segmentIndex: null }, audio: null }])).toEqual([])
    expect(buildPlayer([{ video: stream(), audio: stream() }])).toEqual([])
  })

  it('is never set for a live channel', () => {
    expect(buildPlayer([{ video: stream(10), audio: stream(10) }], { isDynamic: true })).toEqual([])
  })

  it('is not determined before the manifest is loaded', () => {
    const player = { getManifest: () => null, isDynamic: () => false } as unknown as ShakaPlayer
    expect(() => fitDuration(player)).not.toThrow()
  })
})

describe('the statistics of the player library', () => {
  const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement

  function figures(stats: object) {
    return statisticsOf({ getStats: () => stats } as unknown as ShakaPlayer, video)
  }

  it('are those of the current playback, with the video size', () => {
    expect(
      figures({
        streamBandwidth: 2_000_000,
        estimatedBandwidth: 9_000_000,
        currentCodecs: 'avc1.64001f',
        decodedFrames: 1500,
        droppedFrames: 3,
        bytesDownloaded: 12_000_000,
        stallsDetected: 1,
        gapsJumped: 0,
      }),
    ).toEqual({
      width: 1280,
      height: 720,
      streamBitsPerSecond: 2_000_000,
      networkBitsPerSecond: 9_000_000,
      codecs: 'avc1.64001f',
      decodedFrames: 1500,
      droppedFrames: 3,
      downloadedBytes: 12_000_000,
      stalls: 1,
      gaps: 0,
    })
  })

  it('are null where the library does not know them', () => {
    expect(figures({ streamBandwidth: NaN, decodedFrames: NaN, droppedFrames: Infinity })).toMatchObject({
      streamBitsPerSecond: null,
      networkBitsPerSecond: null,
      decodedFrames: null,
      droppedFrames: null,
    })
  })
})
