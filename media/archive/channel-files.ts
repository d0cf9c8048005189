/** The media files of all renditions of a channel: how far back they reach, and how they are deleted. */
import type { ChunkFile } from './index/chunk-files.ts'
import type { ProtectedFragments } from './protected-fragments.ts'
import type { RenditionArchive } from './rendition-archive.ts'
import type { RemovedFiles } from './rendition-files.ts'
import type { RetainedWindows } from './retained-windows.ts'

interface ChannelFilesOptions {
  readonly renditions: ReadonlyMap<string, RenditionArchive>
  readonly fragments: ProtectedFragments
  readonly retained: RetainedWindows
}

export class ChannelFiles {
  readonly #options: ChannelFilesOptions

  constructor(options: ChannelFilesOptions) {
    this.#options = options
  }

  /**
   * Deletes files that end before `keepFromMs`. Protected fragments and retained windows stay, unless `evenProtected` is
   * true. `local`: only from this disk.
   */
  forget(keepFromMs: number, evenProtected: boolean, where: 'everywhere' | 'local'): RemovedFiles {
    const isProtected = evenProtected ? undefined : (...file: [number, number]) => this.stays(...file)
    return this.#sum((rendition) => rendition.forgetBefore(keepFromMs, isProtected, where))
  }

  /** Deletes the local copies of files that end before `beforeMs` and that the store has. */
  release(beforeMs: number): RemovedFiles {
    return this.#sum((rendition) => rendition.releaseBefore(beforeMs))
  }

  /** The start of the oldest file from `fromMs` on that is not skipped; Infinity when there is none. */
  oldestMs(fromMs: number, isSkipped: (file: ChunkFile) => boolean): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { files } of this.#options.renditions.values())
      for (const file of files.list(fromMs)) {
        if (isSkipped(file)) continue
        oldest = Math.min(oldest, file.beginMs)
        break
      }
    return oldest
  }

  /**
   * The start of the oldest file on this disk: of all, of those that are in no protected fragment and no retained window,
   * or of those that `release` may delete.
   */
  oldestLocalMs(which: 'all' | 'ordinary' | 'released'): number {
    return this.oldestMs(0, (file) => {
      if (!file.isLocal || (which === 'released' && !file.isStored)) return true
      return which === 'ordinary' && this.stays(file.beginMs, file.endMs)
    })
  }

  /** Whether a file is needed beyond the depth. */
  stays(beginMs: number, endMs: number): boolean {
    return this.isProtected(beginMs, endMs) || this.#options.retained.touches(beginMs, endMs)
  }

  isProtected(beginMs: number, endMs: number): boolean {
    return this.#options.fragments.all.some((one) => one.endMs > beginMs && one.beginMs < endMs)
  }

  #sum(remove: (rendition: RenditionArchive) => RemovedFiles): RemovedFiles {
    let [files, bytes] = [0, 0]
    for (const rendition of this.#options.renditions.values()) {
      const gone = remove(rendition)
      files += gone.files
      bytes += gone.bytes
    }
    return { files, bytes }
  }
}
