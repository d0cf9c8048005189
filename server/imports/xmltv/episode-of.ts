/** A programme's episode, in the numbering systems of guides. Pure. */
import type { XmltvEpisode } from '#server/imports/source/guide-sink.ts'

/** Numbers from 1; null where the guide has none. */
export interface EpisodeNumbers {
  readonly season: number | null
  readonly episode: number | null
}

const nothing: EpisodeNumbers = { season: null, episode: null }
const max = { season: 9999, episode: 99_999 }

/** The most reliable of a programme's numbers: `xmltv_ns` first, then those meant for display. */
export function episodeOf(numbers: readonly XmltvEpisode[]): EpisodeNumbers {
  const exact = numbers.find(({ system }) => system === 'xmltv_ns')
  const read = exact === undefined ? undefined : fromXmltvNs(exact.text)
  if (read !== undefined) return read
  for (const { system, text } of numbers) {
    // Catalogue identifiers, not episode numbers.
    if (/^(?:dd_progid|thetvdb|themoviedb|imdb|bsepg|crid)/i.test(system)) continue
    const shown = fromScreen(text, /^(?:onscreen|common|)$/i.test(system))
    if (shown !== undefined) return shown
  }
  return nothing
}

/** `1 . 9/24 . 0/2`: season, episode and part, each from 0, each with or without a total. */
function fromXmltvNs(text: string): EpisodeNumbers | undefined {
  const [season, episode] = text.split('.').map((part) => {
    const [, number] = /^\s*(\d{1,5})\s*(?:\/\s*\d{0,5}\s*)?$/.exec(part) ?? []
    return number === undefined ? null : Number(number) + 1
  })
  return within(season ?? null, episode ?? null)
}

const shapes: readonly { readonly shape: RegExp; readonly hasSeason: boolean }[] = [
  { shape: /\bS\s*(\d{1,4})\s*[.,:-]?\s*E(?:p\.?)?\s*(\d{1,5})\b/i, hasSeason: true },
  { shape: /\b(\d{1,2})\s*x\s*(\d{1,4})\b/i, hasSeason: true },
  {
    // Of several at once (`2 сезон, 1-2 серии`) the first.
    shape:
      /(\d{1,3})\s*(?:-?[йи]\s+)?сезон[\s.,]*(\d{1,5})(?:\s*[-–,и]\s*\d{1,5})?\s*(?:-?[яй]\s+)?(?:сери[яи]|эпизод|выпуск)/i,
    hasSeason: true,
  },
  { shape: /сезон\s*(\d{1,3})[\s.,]*(?:серия|эпизод|выпуск)\s*(\d{1,5})/i, hasSeason: true },
  { shape: /(\d{1,3})\s*-?fasl[\s.,]*(\d{1,5})\s*-?qism/i, hasSeason: true },
  {
    shape: /(?:season|series|staffel)\s*(\d{1,3})[\s.,:-]*(?:episode|ep|folge)\.?\s*(\d{1,5})/i,
    hasSeason: true,
  },
  {
    shape: /(?:^|[\s.,(])(?:episode|ep|folge|серия|эпизод|выпуск|qism)\.?\s*№?\s*(\d{1,5})\b/i,
    hasSeason: false,
  },
  {
    shape:
      /(?:^|[\s.,(])(\d{1,5})(?:\s*[-–,и]\s*\d{1,5})?\s*(?:-?[яй]\s+)?(?:сери[яи]|эпизод|выпуск|-?qism)/i,
    hasSeason: false,
  },
  { shape: /^\s*E?\s*(\d{1,5})(?:\s*(?:\/|of|из)\s*\d{1,5})?\s*$/i, hasSeason: false },
]

function fromScreen(text: string, isForScreens: boolean): EpisodeNumbers | undefined {
  for (const { shape, hasSeason } of shapes) {
    const match = shape.exec(text.slice(0, 200))
    if (match === null || (!isForScreens && !hasSeason)) continue
    const [, first, second] = match
    return hasSeason ? within(Number(first), Number(second)) : within(null, Number(first))
  }
  return undefined
}

function within(season: number | null, episode: number | null): EpisodeNumbers | undefined {
  const numbers = {
    season: season !== null && season <= max.season ? season : null,
    episode: episode !== null && episode <= max.episode ? episode : null,
  }
  return numbers.season === null && numbers.episode === null ? undefined : numbers
}
