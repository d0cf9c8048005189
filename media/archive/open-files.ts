import type { FileHandle } from 'node:fs/promises'

/** The files of a rendition that segments are appended to. */
export interface OpenFiles {
  readonly file: FileHandle
  readonly index: FileHandle
  readonly day: number
  readonly chunk: number
  /** Where the next segment begins. */
  offset: number
}
