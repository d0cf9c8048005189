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

export interface RemovedChannelsOptions {
  readonly liveDir: string
  /** Unix milliseconds. */
  readonly clock: () => number
  /** With a store, the folder with its mark stays until the channel is removed there. */
  readonly remote?: ArchiveStore | undefined
  /** Whether what a channel left may be changed right now; always when absent. */
  readonly mayWrite?: ((channelId: string) => boolean) | undefined
}

/** Used only by the process that records; of several, by the one that cares for the folder. */
export class RemovedChannels {
  readonly #options: RemovedChannelsOptions
  readonly #open = new Map<string, ChannelArchive>()
  /** Marked at the previous check: by now a stopping recorder has finished its writes. */
  #marked: ReadonlySet<string> = new Set()

  constructor(options: RemovedChannelsOptions) {
    this.#options = options
  }

  /** Another process cares for the folder: what this one knows is outdated. */
  forget(): readonly ChannelArchive[] {
    this.#open.clear()
    this.#marked = new Set()
    return []
  }

  /** Those in the folder that are not in `recorded`. */
  archives(recorded: Pick<ReadonlyMap<string, unknown>, 'has'>): readonly ChannelArchive[] {
    const { liveDir, clock, remote, mayWrite } = this.#options
    const names = readdirSync(liveDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !recorded.has(entry.name))
      .map(({ name }) => name)
      .filter((name) => existsSync(join(liveDir, name, 'epochs.json')))
      .filter((name) => !existsSync(join(liveDir, name, removedMark)))
    for (const id of this.#open.keys()) if (!names.includes(id)) this.#open.delete(id)
    for (const id of names)
      if (!this.#open.has(id)) {
        const options = { dir: join(liveDir, id), archiveMs: depthMs, clock, remote }
        this.#open.set(id, new ChannelArchive({ ...options, mayWrite: mayWrite && (() => mayWrite(id)) }))
      }
    return [...this.#open.values()]
  }

  /** Deletes what removed channels left, at the second check at which they are not recorded. */
  async removeDeleted(recorded: Pick<ReadonlyMap<string, unknown>, 'has'>): Promise<readonly string[]> {
    const { liveDir } = this.#options
    const marked = readdirSync(liveDir).filter(
      (name) => !recorded.has(name) && existsSync(join(liveDir, name, removedMark)),
    )
    const before = this.#marked
    this.#marked = new Set(marked)
    const gone: string[] = []
    for (const name of marked.filter((one) => before.has(one)))
      if (await this.#deleteFolder(join(liveDir, name))) gone.push(name)
    return gone
  }

  /** False when only the mark was there, and stays. */
  async #deleteFolder(dir: string): Promise<boolean> {
    if (this.#options.remote === undefined) {
      await rm(dir, { recursive: true, force: true })
      return true
    }
    const names = readdirSync(dir).filter((name) => name !== removedMark)
    for (const name of names) await rm(join(dir, name), { recursive: true, force: true })
    return names.length > 0
  }
}
