/**
 * Archives of channels that are no longer recorded: switched off, or taken out of the list. They take room like the
 * others, so they age like them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelArchive } from './channel-archive.ts'

/** A channel that is switched off for longer begins anew. */
const DEPTH_MS = 7 * 86_400_000

/** Only in the process that records. */
export class LeftBehind {
  readonly #liveDir: string
  readonly #clock: () => number
  readonly #open = new Map<string, ChannelArchive>()

  constructor(liveDir: string, clock: () => number) {
    this.#liveDir = liveDir
    this.#clock = clock
  }

  /** Those in the folder that `recorded` does not have. */
  archives(recorded: ReadonlyMap<string, ChannelArchive>): readonly ChannelArchive[] {
    const names = readdirSync(this.#liveDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !recorded.has(entry.name))
      .map(({ name }) => name)
      .filter((name) => existsSync(join(this.#liveDir, name, 'epochs.json')))
    for (const id of this.#open.keys()) if (!names.includes(id)) this.#open.delete(id)
    for (const id of names)
      if (!this.#open.has(id)) {
        const dir = join(this.#liveDir, id)
        this.#open.set(id, new ChannelArchive({ dir, archiveMs: DEPTH_MS, clock: this.#clock }))
      }
    return [...this.#open.values()]
  }
}
