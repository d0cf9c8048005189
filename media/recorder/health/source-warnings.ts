/** Limits repeated warnings about a source: one warning, not one per failed attempt. Pure. */

/** A different fault is logged, but not more often than this. */
const otherWordsMs = 60_000
/** The same fault is logged again after this, so that it is also in newer logs. */
const sameWordsMs = 3_600_000

/** The warning for a source in this state. */
export const sourceEvents = { waiting: 'channel.source_lost', ended: 'channel.source_ended' } as const

export class SourceWarnings {
  readonly #said = new Map<string, { readonly words: string; readonly atMs: number }>()

  /** Whether to log it now; it then counts as logged. `place` is the source's index, `nowMs` a monotonic time. */
  isNew(sourceIndex: number, state: 'waiting' | 'ended', words: string, nowMs: number): boolean {
    const key = `${sourceIndex} ${state}`
    const last = this.#said.get(key)
    const pauseMs = last?.words === words ? sameWordsMs : otherWordsMs
    if (last !== undefined && nowMs - last.atMs < pauseMs) return false
    this.#said.set(key, { words, atMs: nowMs })
    return true
  }

  /** The sources changed: nothing was logged about the new ones. */
  forget(): void {
    this.#said.clear()
  }

  /** The source delivers: the next fault is logged at once. */
  worked(sourceIndex: number): void {
    this.#said.delete(`${sourceIndex} waiting`)
    this.#said.delete(`${sourceIndex} ended`)
  }
}
