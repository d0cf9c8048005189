import type { RecordingOverrides } from './recording.ts'

/** A text in both languages; an empty one falls back to the other. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

export type SourceProtocol = 'udp' | 'srt' | 'rtmp' | 'hls' | 'http-ts' | 'file-loop'

/** One address a channel can be received from. */
export interface SourceAddress {
  readonly url: string
  readonly protocol: SourceProtocol
  readonly userAgent?: string
  readonly referer?: string
}

/** Where a channel's picture comes from. */
export type ChannelSource =
  /** Received live; the first source is the preferred one, the others step in for it. At least one. */
  | { readonly kind: 'recorded'; readonly sources: readonly SourceAddress[] }
  /** Packaged files by the guide's `assetId`s. */
  | { readonly kind: 'linear' }
  | { readonly kind: 'none' }

/** A channel as an import or the demo gives it. */
export interface PublishedChannel {
  /** Where it comes from and which it is there. Published again, it is the same channel. */
  readonly key: string
  /** The wished id; given when the channel is new and nothing else has it. */
  readonly cid?: number
  /** The wished number; undefined or one that is taken gets the next free one. */
  readonly number?: number
  readonly name: Words
  /** The version of its picture original, or null. */
  readonly logo: string | null
  readonly categoryId: number
  readonly additionalCategories: readonly number[]
  readonly isSocial: boolean
  /** The wished place in the world list, from 0, or null; given when the channel is new and the place is free. */
  readonly worldPlace: number | null
  readonly source: ChannelSource
  /** False: the source is written down but not opened. Undefined: as it is, and true for a new channel. */
  readonly isEnabled?: boolean
  readonly archiveDays: number
  readonly tvgId?: string
  readonly tvgName?: string
  /** What its list says of its country, as codes in small letters. */
  readonly countries?: readonly string[]
  /** What its list says of a past that the source's server keeps. */
  readonly catchup?: {
    readonly kind: string
    readonly source?: string
    readonly days?: number
    readonly correctionHours?: number
  }
  readonly guideShiftMin: number
}

/** A channel as it is kept in memory. */
export interface ChannelRecord {
  readonly cid: number
  readonly key: string
  readonly number: number
  readonly name: Words
  readonly logo: string | null
  readonly categoryId: number
  readonly additionalCategories: readonly number[]
  readonly isSocial: boolean
  readonly worldPlace: number | null
  readonly source: ChannelSource
  readonly isEnabled: boolean
  /** Neither shown nor recorded. */
  readonly isHidden: boolean
  readonly archiveDays: number
  readonly tvgId: string | null
  readonly tvgName: string | null
  /** What its list says of its country, as codes in small letters. */
  readonly countries: readonly string[]
  readonly guideShiftMin: number
  readonly lowLatency: boolean
  readonly recording: RecordingOverrides
}

export interface ChannelCategoryRecord {
  readonly id: number
  readonly name: Words
}

/** One programme as a guide delivers it. Times are unix milliseconds. */
export interface GuideProgramme {
  readonly beginMs: number
  readonly endMs: number
  readonly title: Words
  readonly description: Words
  /** 1 to 8 without 7 (television's genre codes), or null. */
  readonly genreCode: number | null
  readonly ageRating: string
  /** What a linear channel plays. */
  readonly assetId: string | null
  /** What this broadcast of a series is called by itself; absent where it has no name of its own. */
  readonly subtitle?: Words
  /** From 1, 0 for specials; absent where the guide does not say. */
  readonly season?: number
  readonly episode?: number
}

/** A programme as it arrived: the end may be missing, and nothing is in order. */
export type RawProgramme = Omit<GuideProgramme, 'endMs'> & { readonly endMs?: number }

/** A programme with its identity. */
export interface ProgrammeRecord extends GuideProgramme {
  readonly pid: number
  readonly cid: number
}

export function inLanguage(words: Words, language: 'ru' | 'uz'): string {
  const [first, second] = language === 'ru' ? [words.ru, words.uz] : [words.uz, words.ru]
  return first === '' ? second : first
}
