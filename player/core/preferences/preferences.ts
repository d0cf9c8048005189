/** The viewer's settings, restored the next time (PLAYER-01). */
import { isLanguage, parseLanguageChoices, type LanguageChoice } from './language-memory.ts'
import { defaultSubtitleStyle, parseSubtitleStyle, type SubtitleStyle } from './subtitle-style.ts'

/** The settings stored on this device. */
export interface Preferences {
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  /** Whether everything plays equally loud. */
  readonly evenLoudness: boolean
  /** A fixed video height, or null for automatic. */
  readonly height: number | null
  /** ISO 639, or null for the source's default. The last choice on this device. */
  readonly audioLanguage: string | null
  /** ISO 639, or null for no subtitles. The last choice on this device. */
  readonly textLanguage: string | null
  /** The subtitles that one press turns on: those shown last, or null. */
  readonly lastTextLanguage: string | null
  /** For each series and each viewer; has precedence over the two above. */
  readonly languages: readonly LanguageChoice[]
  readonly subtitleLook: SubtitleStyle
  /** Films only; live television always plays at speed 1. */
  readonly rate: number
  /** The bandwidth of the last playback, or null when it was never measured. */
  readonly bitsPerSecond: number | null
  /** Whether the next programme of the archive starts automatically. */
  readonly goesOn: boolean
  /** Whether live television too is stopped with a question after hours without input. */
  readonly asksLive: boolean
}

/** The settings of a device on which nothing was chosen. */
export const defaultPreferences: Preferences = {
  volume: 1,
  muted: false,
  evenLoudness: true,
  height: null,
  audioLanguage: null,
  textLanguage: null,
  lastTextLanguage: null,
  languages: [],
  subtitleLook: defaultSubtitleStyle,
  rate: 1,
  bitsPerSecond: null,
  goesOn: true,
  asksLive: false,
}

/** Where settings are stored. `read` never throws: what cannot be read has its default. */
export interface PreferenceStore {
  read(): Preferences
  write(preferences: Preferences): void
}

/** The speeds a film may be played at; 1 is normal. */
export const playbackRates: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** Validates stored values and limits them to their ranges; invalid ones become their defaults. */
export function parsePreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const { volume, muted, height, rate, bitsPerSecond, goesOn } = stored
  return {
    volume: numberIn(volume, 0, 1) ?? defaultPreferences.volume,
    muted: muted === true,
    evenLoudness: stored['evenLoudness'] !== false,
    height: numberIn(height, 1, 10_000),
    audioLanguage: languageOf(stored['audioLanguage']),
    textLanguage: languageOf(stored['textLanguage']),
    lastTextLanguage: languageOf(stored['lastTextLanguage']),
    languages: parseLanguageChoices(stored['languages']),
    subtitleLook: parseSubtitleStyle(stored['subtitleLook']),
    rate: playbackRates.find((allowed) => allowed === rate) ?? defaultPreferences.rate,
    bitsPerSecond: numberIn(bitsPerSecond, 50_000, 1_000_000_000),
    goesOn: goesOn !== false,
    asksLive: stored['asksLive'] === true,
  }
}

function numberIn(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null
}

function languageOf(value: unknown): string | null {
  return isLanguage(value) ? value : null
}

/** The height to play when the chosen one is not available: the next lower one, else the lowest. */
export function nearestHeight(offered: readonly number[], target: number): number | null {
  const lower = offered.filter((height) => height <= target)
  if (lower.length > 0) return Math.max(...lower)
  return offered.length > 0 ? Math.min(...offered) : null
}
