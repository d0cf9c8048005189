import { describe, expect, it } from 'vitest'
import type { ShakaPlayer } from './load-shaka.ts'
import { audioById, audioTracksOf, qualitiesOf, textTracksOf, videoOfHeight } from './shaka-tracks.ts'

/** The fields of the library's tracks that are read here. */
function buildPlayer(): ShakaPlayer {
  const tracks = {
    getVideoTracks: () => [
      { height: 360, bandwidth: 600_000 },
      { height: 720, bandwidth: 1_500_000 },
      { height: 720, bandwidth: 2_000_000 },
      { height: null, bandwidth: 1 },
    ],
    getAudioTracks: () => [
      { language: 'ru-RU', label: 'Дубляж', active: false, bandwidth: 64_000 },
      { language: 'ru-RU', label: 'Дубляж', active: true, bandwidth: 128_000 },
      { language: 'uz', label: null, active: false, bandwidth: 64_000 },
    ],
    getTextTracks: () => [{ id: 3, language: '', label: null, active: false }],
  }
  return tracks as unknown as ShakaPlayer
}

describe('[PLAYER-01] the selectable tracks', () => {
  it('have each height once, the highest first, with its highest bit rate', () => {
    expect(qualitiesOf(buildPlayer())).toEqual([
      { height: 720, bitsPerSecond: 2_000_000 },
      { height: 360, bitsPerSecond: 600_000 },
    ])
  })

  it('[REMOTE-03] have no height above the device’s maximum, unless there is nothing lower', () => {
    expect(qualitiesOf(buildPlayer(), 480).map(({ height }) => height)).toEqual([360])
    expect(qualitiesOf(buildPlayer(), 144).map(({ height }) => height)).toEqual([720, 360])
  })

  it('select the track with the highest bit rate of a height, and none without one', () => {
    expect(videoOfHeight(buildPlayer(), 720)).toMatchObject({ bandwidth: 2_000_000 })
    expect(videoOfHeight(buildPlayer(), 1080)).toBeNull()
  })

  it('have one audio track for each language and name, for any number of bit rates', () => {
    expect(audioTracksOf(buildPlayer())).toEqual([
      { id: 'ru-RU|Дубляж', language: 'ru', name: 'Дубляж', active: true },
      { id: 'uz|', language: 'uz', name: '', active: false },
    ])
    expect(audioById(buildPlayer(), 'uz|')).toMatchObject({ language: 'uz' })
    expect(audioById(buildPlayer(), 'en|')).toBeNull()
  })

  it('include subtitles with an unknown language', () => {
    expect(textTracksOf(buildPlayer())).toEqual([{ id: '3', language: 'und', name: '', active: false }])
  })
})
