import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/database/database.ts'
import { withinLimit } from '#server/platform/database/within-limit.ts'
import './tables.ts'

/** More files were requested than the process looks up, or the database was too slow; the client may ask again. */
export class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups'
}

/** Twenty whole builds; those that were in no build for longest are left out. */
const maxNames = 40_000
/** Requests a second that a process could not answer anyway. */
const maxWaiting = 5000
const statementLimitMs = 2000

/**
 * The addresses of all stored files, in memory: an address that is nowhere costs no statement of its own. The list is
 * read again when an address is not in it, at most once in `everyMs`.
 */
export class AssetNames {
  readonly #db: Db
  readonly #everyMs: number
  #names = new Set<string>()
  /** A reading that has not begun yet. */
  #next: Promise<void> | undefined
  /** Settles with the newest reading, and never rejects. */
  #last: Promise<void> = Promise.resolve()
  #beganMs = Number.NEGATIVE_INFINITY
  #waiting = 0

  constructor(db: Db, everyMs: number) {
    this.#db = db
    this.#everyMs = everyMs
  }

  /**
   * Whether there is such a file. An address that is not in the list waits for a list that is read after this call:
   * another process may have stored it just now. Rejects with what the database throws, and with `TooManyLookups`.
   */
  async has(path: string): Promise<boolean> {
    if (this.#names.has(path)) return true
    if (this.#waiting >= maxWaiting) throw new TooManyLookups('too many files that are nowhere are requested')
    this.#waiting += 1
    try {
      await this.#readAgain()
    } finally {
      this.#waiting -= 1
    }
    return this.#names.has(path)
  }

  /** The file is not stored any more. */
  remove(path: string): void {
    this.#names.delete(path)
  }

  #readAgain(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#last.then(() => this.#read())
      this.#last = this.#next.catch(() => undefined)
    }
    return this.#next
  }

  async #read(): Promise<void> {
    await pause(Math.max(0, this.#beganMs + this.#everyMs - performance.now()))
    this.#next = undefined
    this.#beganMs = performance.now()
    const rows = await withinLimit(this.#db, statementLimitMs, (trx) =>
      trx.selectFrom('site_asset').select('path').orderBy('seen_at', 'desc').limit(maxNames).execute(),
    )
    if (rows === undefined) throw new TooManyLookups('the list of files was not read in time')
    this.#names = new Set(rows.map(({ path }) => path))
  }
}
