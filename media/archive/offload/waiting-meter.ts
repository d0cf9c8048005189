/** How much waits for the store. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { chunkFileName } from '#media/archive/index/index-record.ts'

export interface WaitingFiles {
  readonly files: number
  readonly bytes: number
  /** The beginning of the oldest, Unix ms; undefined when none waits. */
  readonly oldestMs: number | undefined
}

export class WaitingMeter {
  /** A closed file does not change any more. */
  #sizes = new Map<string, number>()
  #oldest = new Map<ChannelArchive, number>()
  #last: WaitingFiles = { files: 0, bytes: 0, oldestMs: undefined }

  get last(): WaitingFiles {
    return this.#last
  }

  /** The beginning of the oldest of a channel, Unix ms; far in the future when none waits. */
  oldestOf(archive: ChannelArchive): number {
    return this.#oldest.get(archive) ?? Number.MAX_SAFE_INTEGER
  }

  async measure(archives: readonly ChannelArchive[]): Promise<void> {
    const sizes = new Map<string, number>()
    const oldest = new Map<ChannelArchive, number>()
    let [files, bytes] = [0, 0]
    for (const archive of archives)
      for (const id of archive.renditionIds) {
        const rendition = archive.rendition(id)
        for (const { day, file, beginMs } of [...rendition.waiting()]) {
          const path = join(rendition.dir, chunkFileName(day, file))
          const size = this.#sizes.get(path) ?? (await stat(path).catch(() => undefined))?.size ?? 0
          sizes.set(path, size)
          if (size === 0) continue
          files += 1
          bytes += size
          oldest.set(archive, Math.min(beginMs, oldest.get(archive) ?? beginMs))
        }
      }
    this.#sizes = sizes
    this.#oldest = oldest
    const oldestMs = oldest.size === 0 ? undefined : Math.min(...oldest.values())
    this.#last = { files, bytes, oldestMs }
  }
}
