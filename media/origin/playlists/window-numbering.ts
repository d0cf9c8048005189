/**
 * Numbers of playlists whose window loses its beginning while it is watched: what went is counted, so that each
 * segment keeps the number it had. Remembered for a while; a restart begins again from the grid of cells.
 */
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'

export interface Numbers {
  readonly mediaSequence: number
  readonly discontinuitySequence: number
}

/** Windows near the end of the archive are few; the longest unasked is forgotten. */
const maxWindows = 256
/** An hour of six-second cells: a client that made no request for so long starts again. */
const maxCells = 600

interface Remembered extends Numbers {
  readonly cells: readonly { readonly beginMs: number; readonly periodMs: number }[]
}

export class WindowNumbering {
  readonly #windows = new Map<string, Remembered>()

  /**
   * Numbers for a list of cells, not empty, of the window named `window`. `guess` is the number of its first
   * cell when nothing is remembered.
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
