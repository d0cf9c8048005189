import { describe, expect, it } from 'vitest'
import type { ShakaPlayer } from './load-shaka.ts'
import { audioById, audioTracksOf, qualitiesOf, textTracksOf, videoOfHeight } from './shaka-tracks.ts'

/** What of the library is read here. */
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

describe('[PLAYER-01] what can be chosen', () => {
  it('is each height once, the highest first, with the bit rate of the richest', () => {
    expect(qualitiesOf(buildPlayer())).toEqual([
      { height: 720, bitsPerSecond: 2_000_000 },
      { height: 360, bitsPerSecond: 600_000 },
    ])
  })

  it('[REMOTE-03] is nothing above the greatest height of the device, unless there is nothing lower', () => {
    expect(qualitiesOf(buildPlayer(), 480).map(({ height }) => height)).toEqual([360])
    expect(qualitiesOf(buildPlayer(), 144).map(({ height }) => height)).toEqual([720, 360])
  })

  it('of a height is the richest track, and nothing where there is none', () => {
    expect(videoOfHeight(buildPlayer(), 720)).toMatchObject({ bandwidth: 2_000_000 })
    expect(videoOfHeight(buildPlayer(), 1080)).toBeNull()
  })

  it('is one audio track for each language and name, whatever its bit rates', () => {
    expect(audioTracksOf(buildPlayer())).toEqual([
      { id: 'ru-RU|Дубляж', language: 'ru', name: 'Дубляж', active: true },
      { id: 'uz|', language: 'uz', name: '', active: false },
    ])
    expect(audioById(buildPlayer(), 'uz|')).toMatchObject({ language: 'uz' })
    expect(audioById(buildPlayer(), 'en|')).toBeNull()
  })

  it('is subtitles whose language may be unknown', () => {
    expect(textTracksOf(buildPlayer())).toEqual([{ id: '3', language: 'und', name: '', active: false }])
  })
})
