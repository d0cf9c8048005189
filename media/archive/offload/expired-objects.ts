/** Deletes in the store what the archive does not have any more: first the mark on this disk, then the object. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { renditionKeys, renditionPrefix } from '#media/archive/remote/store-keys.ts'
import type { RenditionDay } from './committed-files.ts'

/** What is more is found by the next sweep, and expires again. */
const maxPending = 20_000

interface PendingObject extends RenditionDay {
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
      for (const { day, file, isLast } of (await archive.rendition(rendition).stored?.takeDropped()) ?? []) {
        add(renditionKeys.chunk(day, file), { rendition, day, file })
        if (!isLast) continue
        add(renditionKeys.index(day), { rendition, day, file: undefined })
        add(renditionKeys.sums(day), { rendition, day, file: undefined })
      }
    }
    // Files first: without the list of their day, a new machine could not tell them from interrupted uploads.
    const inOrder = [...pending].toSorted(
      ([, one], [, other]) => Number(one.file === undefined) - Number(other.file === undefined),
    )
    for (const [key, one] of inOrder) {
      if (!isNeeded(archive, one) && !(await hasFiles(store, archive, one))) await store.delete(key)
      pending.delete(key)
    }
    if (pending.size === 0) this.#pending.delete(archive)
  }

  /** Whether this process has deleted a file from the archive, and its object may still be there. */
  has(archive: ChannelArchive, { rendition, day, file }: RenditionDay & { readonly file: number }): boolean {
    const key = `${renditionPrefix(archive.channelId, rendition)}${renditionKeys.chunk(day, file)}`
    if (!archive.renditionIds.includes(rendition)) return false
    const { stored } = archive.rendition(rendition)
    const isDeleted = this.#pending.get(archive)?.has(key) === true || stored?.isDropped(day, file) === true
    return isDeleted && !isNeeded(archive, { rendition, day, file })
  }
}

/** Files of the day are there whose deletion an earlier process left unfinished: the next sweep looks at them. */
async function hasFiles(store: MediaStore, archive: ChannelArchive, one: PendingObject): Promise<boolean> {
  if (one.file !== undefined) return false
  const prefix = `${renditionPrefix(archive.channelId, one.rendition)}${one.day}-`
  return (await store.list(prefix, { limit: 1 })).objects.length > 0
}

/** The archive has it again: after the clock was set back it is recorded a second time. */
function isNeeded(archive: ChannelArchive, { rendition, day, file }: PendingObject): boolean {
  const { files } = archive.rendition(rendition)
  return file === undefined ? files.hasDay(day) : files.has(day, file)
}
