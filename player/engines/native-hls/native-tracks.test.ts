import { describe, expect, it } from 'vitest'
import {
  chooseAudio,
  chooseText,
  nativeAudioTracksOf,
  nativeTextTracksOf,
  onTracks,
} from './native-tracks.ts'

/** A list of tracks as in a video element. */
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

describe('[PLAYER-01] tracks of a browser with native HLS', () => {
  it('have short language codes, names, and the active one', () => {
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

  it('are empty where the browser does not report them', () => {
    const video = { textTracks: new TrackList([]) } as unknown as HTMLVideoElement
    expect(nativeAudioTracksOf(video)).toEqual([])
    chooseAudio(video, '0')
  })

  it('have only one active audio track', () => {
    const { video, audio } = buildVideo()
    chooseAudio(video, '1')
    expect(audio.map(({ enabled }) => enabled)).toEqual([false, true])
    chooseAudio(video, '7')
    expect(audio.map(({ enabled }) => enabled)).toEqual([false, true])
  })

  it('include subtitles that can be turned on and off; other text tracks are not changed', () => {
    const { video, texts } = buildVideo()
    chooseText(video, '0')
    expect(texts.map(({ mode }) => mode)).toEqual(['hidden', 'showing', 'disabled'])
    chooseText(video, null)
    expect(texts.map(({ mode }) => mode)).toEqual(['hidden', 'disabled', 'disabled'])
  })

  it('report changes of either list until the listener is removed', () => {
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
