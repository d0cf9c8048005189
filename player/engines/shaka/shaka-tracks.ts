/** The library's tracks in our own form. */
import type { MediaTrack, Quality } from '#player/core/state/playback-state.ts'
import type { ShakaPlayer } from './load-shaka.ts'

type ShakaAudio = ReturnType<ShakaPlayer['getAudioTracks']>[number]
type ShakaVideo = ReturnType<ShakaPlayer['getVideoTracks']>[number]

/**
 * The available heights, highest first; of several tracks with one height the one with the highest bit rate
 * counts. Without those above `maxHeight`, unless there is nothing lower.
 */
export function qualitiesOf(player: ShakaPlayer, maxHeight: number | null = null): readonly Quality[] {
  const best = new Map<number, number>()
  for (const { height, bandwidth } of player.getVideoTracks())
    if (height !== null) best.set(height, Math.max(best.get(height) ?? 0, bandwidth))
  const all = [...best]
    .map(([height, bitsPerSecond]) => ({ height, bitsPerSecond }))
    .toSorted((one, other) => other.height - one.height)
  const allowed = all.filter(({ height }) => height <= (maxHeight ?? Number.POSITIVE_INFINITY))
  return allowed.length === 0 ? all : allowed
}

/** The track of a height with the highest bit rate. */
export function videoOfHeight(player: ShakaPlayer, height: number): ShakaVideo | null {
  let best: ShakaVideo | null = null
  for (const track of player.getVideoTracks())
    if (track.height === height && (best === null || track.bandwidth > best.bandwidth)) best = track
  return best
}

/** Language and name identify an audio track: the same audio at two bit rates is one choice. */
function audioId(track: ShakaAudio): string {
  return `${track.language}|${track.label ?? ''}`
}

/** Audio tracks, one for each language and name. */
export function audioTracksOf(player: ShakaPlayer): readonly MediaTrack[] {
  const best = new Map<string, MediaTrack>()
  for (const track of player.getAudioTracks()) {
    const id = audioId(track)
    const active = track.active || best.get(id)?.active === true
    best.set(id, { id, language: shortLanguage(track.language), name: track.label ?? '', active })
  }
  return [...best.values()]
}

/** The library's track behind one of ours; null when it is gone. */
export function audioById(player: ShakaPlayer, id: string): ShakaAudio | null {
  return player.getAudioTracks().find((track) => audioId(track) === id) ?? null
}

/** Subtitle tracks. */
export function textTracksOf(player: ShakaPlayer): readonly MediaTrack[] {
  return player.getTextTracks().map((track) => ({
    id: String(track.id),
    language: shortLanguage(track.language),
    name: track.label ?? '',
    active: track.active,
  }))
}

/** `ru-RU` → `ru`. */
function shortLanguage(language: string): string {
  return (language.split('-')[0] ?? '').toLowerCase() || 'und'
}
