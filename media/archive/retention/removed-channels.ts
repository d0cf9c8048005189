/**
 * Archives of channels that are no longer recorded: disabled, or removed from the list. They use disk space like the
 * others, so they expire like the others.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { ArchiveStore } from '#media/archive/remote/archive-store.ts'

/** A channel that is disabled for longer starts with an empty archive. */
const depthMs = 7 * 86_400_000
/** Marks the folder of a removed channel: all of it is deleted, including protected fragments. */
export const removedMark = 'deleted'

/**
 * Marks the recordings of a permanently removed channel; the recording process deletes them, within seconds if one
 * runs. False when nothing was recorded. `mediaDir` is the folder of the media. With an archive store a channel may have
 * recordings there and no folder here, such as on a new machine: it gets one, for the mark.
 */
export async function removeRecordings(
  mediaDir: string,
  channelId: string,
  { hasStore = false }: { readonly hasStore?: boolean } = {},
): Promise<boolean> {
  const liveDir = join(mediaDir, 'live')
  const dir = join(liveDir, channelId)
  const isFolder = (path: string): Promise<boolean> =>
    stat(path).then(
      (one) => one.isDirectory(),
      () => false,
    )
  if (hasStore && (await isFolder(liveDir))) await mkdir(dir, { recursive: true })
  const isThere = await isFolder(dir)
  if (isThere) await writeFile(join(dir, removedMark), '')
  return isThere
}

/** Used only by the process that records. */
export class RemovedChannels {
  readonly #liveDir: string
  readonly #clock: () => number
  readonly #remote: ArchiveStore | undefined
  readonly #open = new Map<string, ChannelArchive>()
  /** Marked at the previous check: by now a stopping recorder has finished its writes. */
  #marked: ReadonlySet<string> = new Set()

  /** With a store, the folder with its mark stays until the channel is removed there. */
  constructor(liveDir: string, clock: () => number, remote?: ArchiveStore) {
    this.#liveDir = liveDir
    this.#clock = clock
    this.#remote = remote
  }

  /** Those in the folder that are not in `recorded`. */
  archives(recorded: ReadonlyMap<string, ChannelArchive>): readonly ChannelArchive[] {
    const names = readdirSync(this.#liveDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !recorded.has(entry.name))
      .map(({ name }) => name)
      .filter((name) => existsSync(join(this.#liveDir, name, 'epochs.json')))
      .filter((name) => !existsSync(join(this.#liveDir, name, removedMark)))
    for (const id of this.#open.keys()) if (!names.includes(id)) this.#open.delete(id)
    for (const id of names)
      if (!this.#open.has(id)) {
        const dir = join(this.#liveDir, id)
        const options = { dir, archiveMs: depthMs, clock: this.#clock, remote: this.#remote }
        this.#open.set(id, new ChannelArchive(options))
      }
    return [...this.#open.values()]
  }

  /** Deletes what removed channels left, at the second check at which they are not recorded. */
  async removeDeleted(recorded: ReadonlyMap<string, ChannelArchive>): Promise<readonly string[]> {
    const marked = readdirSync(this.#liveDir).filter(
      (name) => !recorded.has(name) && existsSync(join(this.#liveDir, name, removedMark)),
    )
    const before = this.#marked
    this.#marked = new Set(marked)
    const gone: string[] = []
    for (const name of marked.filter((one) => before.has(one)))
      if (await this.#deleteFolder(join(this.#liveDir, name))) gone.push(name)
    return gone
  }

  /** False when only the mark was there, and stays. */
  async #deleteFolder(dir: string): Promise<boolean> {
    if (this.#remote === undefined) {
      await rm(dir, { recursive: true, force: true })
      return true
    }
    const names = readdirSync(dir).filter((name) => name !== removedMark)
    for (const name of names) await rm(join(dir, name), { recursive: true, force: true })
    return names.length > 0
  }
}
