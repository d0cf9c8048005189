/** AVPlay's tracks in our own form. */
import type { MediaTrack } from '#player/core/state/playback-state.ts'
import type { Avplay, AvplayTrack } from './avplay-api.ts'

interface TrackFacts {
  readonly language?: unknown
  readonly track_lang?: unknown
  readonly Height?: unknown
  readonly Width?: unknown
  readonly Bit_rate?: unknown
  readonly fourCC?: unknown
}

/** Sets write numbers as texts; what cannot be parsed says nothing. */
function factsOf({ extra_info: text }: AvplayTrack): TrackFacts {
  try {
    return (JSON.parse(text) ?? {}) as TrackFacts
  } catch {
    return {}
  }
}

/** ISO 639 without a region; sets pad it with blanks or leave it empty. */
function languageOf(facts: TrackFacts): string {
  const text = String(facts.language ?? facts.track_lang ?? '')
    .trim()
    .toLowerCase()
  return /^[a-z]{2,3}(?=$|-)/.exec(text)?.[0] ?? 'und'
}

/** Reads tracks without throwing: AVPlay refuses while it prepares. */
function read(ask: () => readonly AvplayTrack[]): readonly AvplayTrack[] {
  try {
    return ask()
  } catch {
    return []
  }
}

/** The tracks of one type; `isTextShown` because AVPlay has a current subtitle track also while it shows none. */
export function avplayTracksOf(
  avplay: Avplay,
  type: 'AUDIO' | 'TEXT',
  isTextShown: boolean,
): readonly MediaTrack[] {
  const current = read(() => avplay.getCurrentStreamInfo()).find((track) => track.type === type)
  return read(() => avplay.getTotalTrackInfo())
    .filter((track) => track.type === type)
    .map((track) => ({
      id: String(track.index),
      language: languageOf(factsOf(track)),
      name: '',
      active: track.index === current?.index && (type === 'AUDIO' || isTextShown),
    }))
}

/** The video that is being decoded; zeros until AVPlay knows. */
export function avplayVideoOf(avplay: Avplay): {
  readonly width: number
  readonly height: number
  readonly bitsPerSecond: number | null
  readonly codec: string
} {
  const track = read(() => avplay.getCurrentStreamInfo()).find(({ type }) => type === 'VIDEO')
  const facts = track === undefined ? {} : factsOf(track)
  const number = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0)
  const bitsPerSecond = number(facts.Bit_rate)
  return {
    width: number(facts.Width),
    height: number(facts.Height),
    bitsPerSecond: bitsPerSecond > 0 ? bitsPerSecond : null,
    codec: typeof facts.fourCC === 'string' ? facts.fourCC : '',
  }
}
