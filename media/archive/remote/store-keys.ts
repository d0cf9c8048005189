/** The names of an archive's files in the store: `archive/<channel>/…`, as on disk below `live/<channel>/`. */
import { chunkFileName, indexFileName } from '#media/archive/index/index-record.ts'

/** All channels are in this prefix. */
export const archivePrefix = 'archive/'

export function channelPrefix(channelId: string): string {
  return `${archivePrefix}${channelId}/`
}

export function renditionPrefix(channelId: string, rendition: string): string {
  return `${channelPrefix(channelId)}${rendition}/`
}

/** Keys within the prefix of a rendition. */
export const renditionKeys = {
  chunk: chunkFileName,
  index: indexFileName,
  /** The SHA-256 of the day's files, in the format of `sha256sum`. */
  sums: (day: number) => `${day}.sha256`,
  init: (epoch: number) => `i${epoch}.mp4`,
} as const

/** Keys within the prefix of a channel. */
export const channelKeys = {
  epochs: 'epochs.json',
  fragments: 'protected.json',
  retained: 'retained.json',
  /** Names the disk whose lists agree with the store. */
  holder: 'holder',
} as const

/** What an object in the prefix of a channel is. */
export type ArchiveObject =
  | { readonly kind: 'chunk'; readonly rendition: string; readonly day: number; readonly file: number }
  | { readonly kind: 'day'; readonly rendition: string; readonly day: number }
  /** Belongs to the whole channel, or is not of the archive. */
  | { readonly kind: 'other' }

/** Reads a key within the prefix of a channel. */
export function readKey(key: string): ArchiveObject {
  const chunk = /^([\w-]{1,64})\/(\d{1,6})-(\d{3,5})\.m4s$/.exec(key)
  if (chunk !== null)
    return { kind: 'chunk', rendition: chunk[1] ?? '', day: Number(chunk[2]), file: Number(chunk[3]) }
  const day = /^([\w-]{1,64})\/(\d{1,6})\.(?:idx|sha256)$/.exec(key)
  if (day !== null) return { kind: 'day', rendition: day[1] ?? '', day: Number(day[2]) }
  return { kind: 'other' }
}
