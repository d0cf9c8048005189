import type { CatchupProblem, CatchupRule, CatchupTemplate } from '#media/media.ts'
import type { RecordingOverrides } from './recording.ts'

/** A text in both languages; an empty one falls back to the other. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

export type SourceProtocol = 'udp' | 'srt' | 'rtmp' | 'hls' | 'dash' | 'http-ts' | 'file-loop'

/** One address a channel can be received from. */
export interface SourceAddress {
  readonly url: string
  readonly protocol: SourceProtocol
  readonly userAgent?: string
  readonly referer?: string
}

/** The source of a channel's video. */
export type ChannelSource =
  /** Received live; the first source is preferred, the others are backups. At least one. */
  | { readonly kind: 'recorded'; readonly sources: readonly SourceAddress[] }
  /** Packaged files by the guide's `assetId`s. */
  | { readonly kind: 'linear' }
  | { readonly kind: 'none' }

/** A channel from an import or the demo. */
export interface PublishedChannel {
  /** The source and the id there. Published again, it is the same channel. */
  readonly key: string
  /** The requested id; used when the channel is new and the id is free. */
  readonly cid?: number
  /** The requested number; undefined or a used one gets the next free one. */
  readonly number?: number
  readonly name: Words
  /** The version of its picture original, or null. */
  readonly logo: string | null
  readonly categoryId: number
  readonly additionalCategories: readonly number[]
  readonly isSocial: boolean
  /** Guests watch it live; used when the channel is new. False when absent. */
  readonly isOpenToGuests?: boolean
  /** Sound only; a television channel when absent. */
  readonly isRadio?: boolean
  /**
   * The requested position in the world list, from 0, or null; used when the channel is new and the position is free.
   */
  readonly worldPlace: number | null
  readonly source: ChannelSource
  /** False: the source is stored but not opened. Undefined: unchanged, and true for a new channel. */
  readonly isEnabled?: boolean
  readonly archiveDays: number
  readonly tvgId?: string
  readonly tvgName?: string
  /** Its countries according to its list, as codes in lower case. */
  readonly countries?: readonly string[]
  /** The list's data about the source server's own archive. */
  readonly catchup?: {
    readonly kind: string
    readonly source?: string
    readonly days?: number
    readonly correctionHours?: number
  }
  readonly guideShiftMin: number
}

/** A rule, and the template that it makes with the channel's sources. */
export interface ChannelCatchup {
  readonly rule: CatchupRule
  readonly days: number
  readonly outcome: CatchupTemplate | { readonly kind: 'refused'; readonly problem: CatchupProblem }
}

/** A channel as kept in memory. */
export interface ChannelRecord {
  readonly cid: number
  readonly key: string
  readonly number: number
  readonly name: Words
  readonly logo: string | null
  readonly categoryId: number
  readonly additionalCategories: readonly number[]
  readonly isSocial: boolean
  /** Guests watch it live, where guests may watch. */
  readonly isOpenToGuests: boolean
  /** Sound only: no picture is recorded. */
  readonly isRadio: boolean
  readonly worldPlace: number | null
  readonly source: ChannelSource
  readonly isEnabled: boolean
  /** Neither shown nor recorded. */
  readonly isHidden: boolean
  readonly archiveDays: number
  /** The past that its provider has. */
  readonly catchup?: ChannelCatchup
  readonly tvgId: string | null
  /** The id in its list, where the operator has set another one. */
  readonly listTvgId?: string
  readonly tvgName: string | null
  /** Its countries according to its list, as codes in lower case. */
  readonly countries: readonly string[]
  /** Of its sound; empty: nobody said. */
  readonly languages: readonly string[]
  readonly quality: 'sd' | 'hd' | 'uhd' | null
  readonly guideShiftMin: number
  readonly lowLatency: boolean
  readonly recording: RecordingOverrides
}

export interface ChannelCategoryRecord {
  readonly id: number
  readonly name: Words
}

/** One programme of a guide. Times are unix milliseconds. */
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
  /** The name of this episode; absent when it has none. */
  readonly subtitle?: Words
  /** Its id at the provider of the channel, for the provider's own archive; absent without one. */
  readonly catchupId?: string
  /** From 1, 0 for specials; absent when the guide does not state it. */
  readonly season?: number
  readonly episode?: number
}

/** A programme as delivered: the end may be missing, and the order is arbitrary. */
export type RawProgramme = Omit<GuideProgramme, 'endMs'> & {
  readonly endMs?: number
  /** Its categories as the guide words them, folded; absent for none. */
  readonly categories?: readonly string[]
}

/** A programme with its identity. */
export interface ProgrammeRecord extends GuideProgramme {
  readonly pid: number
  readonly cid: number
}

export function inLanguage(words: Words, language: 'ru' | 'uz'): string {
  const [first, second] = language === 'ru' ? [words.ru, words.uz] : [words.uz, words.ru]
  return first === '' ? second : first
}
