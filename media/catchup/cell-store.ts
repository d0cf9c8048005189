/** Cells on disk, for all sessions together: the ones that were used longest ago are deleted above a limit. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

interface StoredCell {
  readonly bytes: number
  /** In memory until it is written. */
  pending: Buffer | undefined
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Of machines whose processes cannot be seen from here, folders stay for so long after their last change. */
const unseenMs = 7 * 86_400_000

/** A folder of a process that is gone, or that was so before it was this one's. */
function isLeft(dir: string, name: string, host: string): boolean {
  const [, of, pid] = /^(?:(.*) )?(\d+)$/.exec(name) ?? []
  if (of === undefined || of === host) return Number(pid) === process.pid || !isAlive(Number(pid))
  const stats = statSync(join(dir, name), { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > unseenMs
}

/** Names are relative paths without `..`. */
export class CellStore {
  readonly #dir: string
  readonly #maxBytes: () => number
  readonly #cells = new Map<string, StoredCell>()
  #bytes = 0

  /** Uses a folder of its own in `dir`; deletes those of processes that are gone. */
  constructor(dir: string, maxBytes: () => number) {
    const host = hostname()
    this.#dir = join(dir, `${host} ${process.pid}`)
    this.#maxBytes = maxBytes
    mkdirSync(dir, { recursive: true })
    for (const name of readdirSync(dir))
      if (isLeft(dir, name, host)) rmSync(join(dir, name), { recursive: true, force: true })
    mkdirSync(this.#dir, { recursive: true })
  }

  /** Bytes of all cells. */
  get bytes(): number {
    return this.#bytes
  }

  has(name: string): boolean {
    return this.#cells.has(name)
  }

  /** It can be read at once; settles when it is written. Rejects when the disk is full or fails. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const before = this.#cells.get(name)
    if (before !== undefined) this.#bytes -= before.bytes
    const cell: StoredCell = { bytes: bytes.length, pending: bytes }
    this.#cells.delete(name)
    this.#cells.set(name, cell)
    this.#bytes += bytes.length
    try {
      const path = join(this.#dir, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      cell.pending = undefined
    } catch (error) {
      this.#forget(name, cell)
      throw error
    }
    // Deleted while it was being written.
    if (this.#cells.get(name) !== cell && !this.#cells.has(name))
      await rm(join(this.#dir, name), { force: true })
    await this.#shrink(name)
  }

  /** Undefined when it is not stored (any more). */
  async get(name: string): Promise<Buffer | undefined> {
    const cell = this.#cells.get(name)
    if (cell === undefined) return undefined
    this.#cells.delete(name)
    this.#cells.set(name, cell)
    if (cell.pending !== undefined) return cell.pending
    try {
      return await readFile(join(this.#dir, name))
    } catch {
      this.#forget(name, cell)
      return undefined
    }
  }

  /** Deletes everything. */
  async close(): Promise<void> {
    this.#cells.clear()
    this.#bytes = 0
    await rm(this.#dir, { recursive: true, force: true })
  }

  /** Deletes all cells whose names begin like this. */
  async removeAll(prefix: string): Promise<void> {
    for (const [name, cell] of this.#cells) if (name.startsWith(prefix)) this.#forget(name, cell)
    await rm(join(this.#dir, prefix), { recursive: true, force: true })
  }

  #forget(name: string, cell: StoredCell): void {
    if (this.#cells.get(name) !== cell) return
    this.#cells.delete(name)
    this.#bytes -= cell.bytes
  }

  async #shrink(newest: string): Promise<void> {
    for (const [name, cell] of this.#cells) {
      if (this.#bytes <= this.#maxBytes() || name === newest) return
      this.#forget(name, cell)
      await rm(join(this.#dir, name), { force: true })
    }
  }
}
