/** The HLS tracks reported by a browser, in our own form. */
import type { MediaTrack } from '#player/core/state/playback-state.ts'

/** Safari has these; in browsers without them the first audio track plays. */
interface OwnAudioTrack {
  readonly label: string
  readonly language: string
  enabled: boolean
}
type WithAudioTracks = HTMLVideoElement & { readonly audioTracks?: ArrayLike<OwnAudioTrack> & EventTarget }

function soundsOf(video: HTMLVideoElement) {
  return Array.from((video as WithAudioTracks).audioTracks ?? [])
}

function textsOf(video: HTMLVideoElement) {
  return Array.from(video.textTracks).filter(({ kind }) => kind === 'subtitles' || kind === 'captions')
}

function trackOf(at: number, { label, language }: OwnAudioTrack | TextTrack, active: boolean): MediaTrack {
  return {
    id: String(at),
    language: (language.split('-')[0] ?? '').toLowerCase() || 'und',
    name: label,
    active,
  }
}

/** The element's audio tracks; empty where the browser does not report them. */
export function nativeAudioTracksOf(video: HTMLVideoElement): readonly MediaTrack[] {
  return soundsOf(video).map((track, at) => trackOf(at, track, track.enabled))
}

/** The element's subtitle tracks. */
export function nativeTextTracksOf(video: HTMLVideoElement): readonly MediaTrack[] {
  return textsOf(video).map((track, at) => trackOf(at, track, track.mode === 'showing'))
}

/** Enables one audio track. */
export function chooseAudio(video: HTMLVideoElement, id: string): void {
  const all = soundsOf(video)
  const chosen = all[Number(id)]
  if (chosen === undefined) return
  // Enables the new one first: with none enabled there would be silence for a moment.
  chosen.enabled = true
  for (const track of all) if (track !== chosen) track.enabled = false
}

/** Drawn by the browser itself, in the device's own subtitle style; null for none. */
export function chooseText(video: HTMLVideoElement, id: string | null): void {
  textsOf(video).forEach((track, at) => {
    track.mode = String(at) === id ? 'showing' : 'disabled'
  })
}

/** Calls `run` at every change of the tracks; returns the function that stops it. */
export function onTracks(video: HTMLVideoElement, run: () => void): () => void {
  const lists = [video.textTracks, (video as WithAudioTracks).audioTracks].filter(
    (list) => list !== undefined,
  )
  for (const list of lists) for (const name of ['addtrack', 'change']) list.addEventListener(name, run)
  return () => {
    for (const list of lists) for (const name of ['addtrack', 'change']) list.removeEventListener(name, run)
  }
}
