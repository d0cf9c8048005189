/** Deletes in the store what the archive does not have any more: first the mark on this disk, then the object. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { renditionKeys, renditionPrefix } from '#media/archive/remote/store-keys.ts'

/** What is more is deleted by the next sweep. */
const maxPending = 20_000

interface PendingObject {
  readonly rendition: string
  readonly day: number
  /** Undefined: what belongs to the whole day. */
  readonly file: number | undefined
}

export class ExpiredObjects {
  /** By key; what the store failed to delete is tried again. */
  readonly #pending = new WeakMap<ChannelArchive, Map<string, PendingObject>>()

  async delete(store: MediaStore, archive: ChannelArchive): Promise<void> {
    const pending = this.#pending.get(archive) ?? new Map<string, PendingObject>()
    this.#pending.set(archive, pending)
    for (const rendition of archive.renditionIds) {
      const prefix = renditionPrefix(archive.channelId, rendition)
      const add = (name: string, one: PendingObject): void => {
        if (pending.size < maxPending) pending.set(`${prefix}${name}`, one)
      }
      for (const { day, file, isLast } of (await archive.rendition(rendition).stored?.flush()) ?? []) {
        add(renditionKeys.chunk(day, file), { rendition, day, file })
        if (!isLast) continue
        add(renditionKeys.index(day), { rendition, day, file: undefined })
        add(renditionKeys.sums(day), { rendition, day, file: undefined })
      }
    }
    for (const [key, one] of [...pending]) {
      if (!isNeeded(archive, one)) await store.delete(key)
      pending.delete(key)
    }
    if (pending.size === 0) this.#pending.delete(archive)
  }
}

/** The archive has it again: after the clock was set back it is recorded a second time. */
function isNeeded(archive: ChannelArchive, { rendition, day, file }: PendingObject): boolean {
  const { files } = archive.rendition(rendition)
  return file === undefined ? files.hasDay(day) : files.has(day, file)
}
