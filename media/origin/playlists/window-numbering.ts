/**
 * Sequence numbers of playlists whose first segments expire while they are watched: the expired ones are counted, so
 * that each segment keeps its number. Stored for a while; after a restart numbers start from the grid of cells again.
 */
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'

export interface Numbers {
  readonly mediaSequence: number
  readonly discontinuitySequence: number
}

/** Few windows are near the end of the archive; the least recently requested is removed. */
const maxWindows = 256
/** An hour of six-second cells: a client without requests for this long starts again. */
const maxCells = 600

interface Remembered extends Numbers {
  readonly cells: readonly { readonly beginMs: number; readonly periodMs: number }[]
}

export class WindowNumbering {
  readonly #windows = new Map<string, Remembered>()

  /**
   * Numbers for a non-empty list of cells of the window named `window`. `guess` is the number of its first cell when
   * nothing is stored.
   */
  number(window: string, cells: readonly SegmentRef[], guess: number): Numbers {
    const before = this.#windows.get(window)
    const numbers = follow(before, cells, guess)
    this.#windows.delete(window)
    const cached = cells.slice(0, maxCells).map(({ beginMs, periodMs }) => ({ beginMs, periodMs }))
    this.#windows.set(window, { ...numbers, cells: cached })
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > maxWindows && oldest !== undefined) this.#windows.delete(oldest)
    return numbers
  }
}

function follow(before: Remembered | undefined, cells: readonly SegmentRef[], guess: number): Numbers {
  if (before === undefined) return { mediaSequence: guess, discontinuitySequence: 0 }
  const firstMs = cells[0]?.beginMs ?? 0
  const gone = before.cells.findIndex((cell) => cell.beginMs === firstMs)
  const passed = before.cells.slice(0, gone < 0 ? undefined : gone + 1)
  const changes = passed.filter((cell, at) => at > 0 && cell.periodMs !== passed[at - 1]?.periodMs).length
  return {
    mediaSequence:
      gone < 0 ? Math.max(guess, before.mediaSequence + passed.length) : before.mediaSequence + gone,
    discontinuitySequence: before.discontinuitySequence + changes,
  }
}
