import { describe, expect, it } from 'vitest'
import {
  chooseAudio,
  chooseText,
  nativeAudioTracksOf,
  nativeTextTracksOf,
  onTracks,
} from './native-tracks.ts'

/** A list of tracks as a video element has it. */
class TrackList extends EventTarget {
  readonly [index: number]: object
  readonly length: number
  constructor(tracks: readonly object[]) {
    super()
    this.length = tracks.length
    Object.assign(this, tracks)
  }
}

function buildVideo() {
  const audio = [
    { label: 'Русский', language: 'ru-RU', enabled: true },
    { label: 'Oʻzbekcha', language: 'uz', enabled: false },
  ]
  const texts = [
    { kind: 'metadata', label: '', language: '', mode: 'hidden' },
    { kind: 'subtitles', label: 'Русские', language: 'ru', mode: 'disabled' },
    { kind: 'captions', label: '', language: '', mode: 'showing' },
  ]
  const lists = { audioTracks: new TrackList(audio), textTracks: new TrackList(texts) }
  const video = lists as unknown as HTMLVideoElement
  return { video, audio, texts, ...lists }
}

describe('[PLAYER-01] tracks of a browser that reads HLS by itself', () => {
  it('have short languages, names, and say which one is on', () => {
    const { video } = buildVideo()
    expect(nativeAudioTracksOf(video)).toEqual([
      { id: '0', language: 'ru', name: 'Русский', active: true },
      { id: '1', language: 'uz', name: 'Oʻzbekcha', active: false },
    ])
    expect(nativeTextTracksOf(video)).toEqual([
      { id: '0', language: 'ru', name: 'Русские', active: false },
      { id: '1', language: 'und', name: '', active: true },
    ])
  })

  it('are none where the browser does not tell them', () => {
    const video = { textTracks: new TrackList([]) } as unknown as HTMLVideoElement
    expect(nativeAudioTracksOf(video)).toEqual([])
    chooseAudio(video, '0')
  })

  it('one audio track plays at a time', () => {
    const { video, audio } = buildVideo()
    chooseAudio(video, '1')
    expect(audio.map(({ enabled }) => enabled)).toEqual([false, true])
    chooseAudio(video, '7')
    expect(audio.map(({ enabled }) => enabled)).toEqual([false, true])
  })

  it('subtitles are switched on and off; what is no subtitle is left alone', () => {
    const { video, texts } = buildVideo()
    chooseText(video, '0')
    expect(texts.map(({ mode }) => mode)).toEqual(['hidden', 'showing', 'disabled'])
    chooseText(video, null)
    expect(texts.map(({ mode }) => mode)).toEqual(['hidden', 'disabled', 'disabled'])
  })

  it('a change of either list is heard, until nobody listens any more', () => {
    const { video, audioTracks, textTracks } = buildVideo()
    let changes = 0
    const stop = onTracks(video, () => (changes += 1))
    audioTracks.dispatchEvent(new Event('addtrack'))
    textTracks.dispatchEvent(new Event('change'))
    stop()
    textTracks.dispatchEvent(new Event('change'))
    expect(changes).toBe(2)
  })
})
