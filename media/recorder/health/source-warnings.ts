/** When what is wrong with a source is said again: once, and not every time it is tried in vain. Pure. */

/** Something else is wrong with it: said, but not more often than this. */
const otherWordsMs = 60_000
/** The same is said again after this, for those whose log begins later. */
const sameWordsMs = 3_600_000

/** What is logged of a source in this state. */
export const sourceEvents = { waiting: 'channel.source_lost', ended: 'channel.source_ended' } as const

export class SourceWarnings {
  readonly #said = new Map<string, { readonly words: string; readonly atMs: number }>()

  /** Whether to say it now; it then counts as said. `place` is that of the source, `nowMs` any time that only grows. */
  isNew(sourceIndex: number, state: 'waiting' | 'ended', words: string, nowMs: number): boolean {
    const key = `${sourceIndex} ${state}`
    const last = this.#said.get(key)
    const pauseMs = last?.words === words ? sameWordsMs : otherWordsMs
    if (last !== undefined && nowMs - last.atMs < pauseMs) return false
    this.#said.set(key, { words, atMs: nowMs })
    return true
  }

  /** The sources are others: nothing was said of them. */
  forget(): void {
    this.#said.clear()
  }

  /** It delivers: what happens next is news. */
  worked(sourceIndex: number): void {
    this.#said.delete(`${sourceIndex} waiting`)
    this.#said.delete(`${sourceIndex} ended`)
  }
}
